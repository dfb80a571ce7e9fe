const { run } = await import('./dist/hosts/cli/run.js');
const code = await run(['scan', '--no-cache', '--no-config',...process.argv.slice(2)], { cwd: process.cwd(), env: {}, today: () => '2026-11-28', out: (s) => {if(!process.env.QUIET)process.stdout.write(s)}, err: (s) => {process.stderr.write(s)}, outIsTerminal: false, errIsTerminal: false });
