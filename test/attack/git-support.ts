import { chmodSync, cpSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CALL, CLEAN, git, repository } from '../cli/support.js';
import { folder } from '../scanner/support.js';

/** Git commands that the tool runs, which an alias or pager could name. */
const GIT_COMMANDS = [
  'ls-files',
  'rev-parse',
  'status',
  'diff',
  'diff-index',
  'diff-files',
  'cat-file',
  'config',
  'check-attr',
  'merge-base',
];

/** Git configuration keys that name a program. */
const PROGRAMS = [
  'core.fsmonitor',
  'core.sshCommand',
  'core.editor',
  'core.pager',
  'core.askPass',
  'core.gitProxy',
  'core.alternateRefsCommand',
  'sequence.editor',
  'credential.helper',
  'credential.https://example.com.helper',
  'diff.external',
  'diff.d.command',
  'diff.d.textconv',
  'interactive.diffFilter',
  'merge.m.driver',
  'difftool.t.cmd',
  'mergetool.t.cmd',
  'gpg.program',
  'gpg.ssh.program',
  'gpg.ssh.defaultKeyCommand',
  'gpg.x509.program',
  'tar.x.command',
  'uploadpack.packObjectsHook',
  'remote.origin.uploadpack',
  'remote.origin.receivepack',
  'remote.local.uploadpack',
  ...GIT_COMMANDS.flatMap((command) => [`pager.${command}`]),
  ...['e', 'a b', 'a.b', 'ü', 'q"', '-x', 'y\\z'].flatMap((name) => [`filter.${name}.clean`, `filter.${name}.smudge`]),
  'filter.p.process',
] as const;

const HOOKS = [
  'post-index-change',
  'reference-transaction',
  'pre-auto-gc',
  'post-checkout',
  'fsmonitor-watchman',
  'query-watchman',
];

/** Place of a repository's own git configuration. */
export const PLACES = [
  '.git/config',
  'include.path',
  'worktree configuration',
  'nested repository',
  'bare repository',
] as const;

/** Names of files that commands write on purpose, in a bare repository beside its git files. */
const WRITTEN = /^(?:sunset-|eslint\.config)/;

export interface Attack {
  /** Folder in which a user would start the tool. */
  readonly root: string;
  /** Lists the programs that were started, by the key that names them. */
  readonly started: () => readonly string[];
  /** Lists files of the repository and when they were written. */
  readonly state: () => readonly string[];
}

/**
 * Makes a repository that names programs in every way git supports, and gives git every occasion to run them: changed
 * files, an index with unreliable times, and the blob of `gone.ts`, which is missing as in a partial clone.
 */
export function attackIn(place: (typeof PLACES)[number]): Attack {
  const files = ['e', 'p', 'blank', 'dot', 'umlaut', 'quote', 'dash', 'slash', 'gone'];
  const outer = folder({
    '.gitattributes': [
      '* diff=d merge=m filter=e',
      'p.ts filter=p',
      '"blank.ts" filter=a b',
      'dot.ts filter=a.b',
      'umlaut.ts filter=ü',
      'quote.ts filter=q"',
      'dash.ts filter=-x',
      'slash.ts filter=y\\z',
      '',
    ].join('\n'),
    ...Object.fromEntries(files.map((name) => [`${name}.ts`, `${CLEAN}// ${name}\n`])),
  });
  const markers = folder({});
  repository(outer);
  writeFileSync(join(outer, 'p.ts'), `${CLEAN}// second\n`);
  git(outer, 'commit', '-qam', 'second');
  const blob = git(outer, 'rev-parse', 'HEAD:gone.ts').trim();
  writeFileSync(join(outer, 'gone.ts'), CALL);
  git(outer, 'add', '-A');

  const isInner = place === 'nested repository' || place === 'bare repository';
  const root = isInner ? join(outer, 'inner') : outer;
  if (isInner) {
    const copy = folder({});
    cpSync(outer, copy, { recursive: true });
    cpSync(copy, root, { recursive: true });
    git(root, 'update-index', '-q', '--refresh');
  }
  const repo = place === 'bare repository' ? root : join(root, '.git');
  if (place === 'bare repository') {
    cpSync(join(root, '.git'), root, { recursive: true });
    rmSync(join(root, '.git'), { recursive: true });
  }
  rmSync(join(repo, 'objects', blob.slice(0, 2), blob.slice(2)));
  // The index is no newer than its files, so git must read them to compare them.
  utimesSync(join(repo, 'index'), 1, 1);
  utimesSync(join(root, 'e.ts'), 1, 1);

  const tools = join(root, 'tools');
  const program = (name: string): string => {
    const file = join(tools, name.replaceAll(/[^\w.-]/g, '_'));
    write(
      file,
      `#!/bin/sh\ntouch '${join(markers, name.replaceAll(/[^\w.-]/g, '_'))}'\n${name.startsWith('filter.') ? 'cat\n' : ''}`,
    );
    chmodSync(file, 0o755);
    return file;
  };
  for (const hook of HOOKS) program(`hooks/${hook}`);
  for (const hook of HOOKS) {
    write(join(tools, 'hooks', hook), `#!/bin/sh\ntouch '${join(markers, hook)}'\n`);
    chmodSync(join(tools, 'hooks', hook), 0o755);
  }
  const settings: (readonly [key: string, value: string])[] = [
    ...PROGRAMS.map((key) => [key, program(key)] as const),
    ...GIT_COMMANDS.map((command) => [`alias.${command}`, `!${program(`alias.${command}`)}`] as const),
    ['core.hooksPath', join(tools, 'hooks')],
    ['submodule.s.update', `!${program('submodule')}`],
    ['trace2.eventTarget', join(markers, 'trace2')],
    ['fetch.bundleURI', join(root, 'e.ts')],
    ['protocol.allow', 'always'],
    ['protocol.ext.allow', 'always'],
    ['protocol.ssh.allow', 'always'],
    ['remote.origin.url', 'ssh://example.invalid/x'],
    ['remote.origin.promisor', 'true'],
    ['remote.local.url', `file://${root}`],
    ['remote.local.promisor', 'true'],
    ['remote.ext.url', `ext::${program('ext')}`],
    ['remote.ext.promisor', 'true'],
    ['remote.other.url', 'other:x'],
    ['remote.other.promisor', 'true'],
    [`url.ext::${program('insteadOf')} .insteadOf`, 'other:'],
    ['extensions.partialClone', 'origin'],
    ...(place === 'bare repository'
      ? ([
          ['core.bare', 'false'],
          ['core.worktree', root],
        ] as const)
      : []),
  ];
  git(repo === root ? outer : root, 'config', '-f', join(repo, 'config'), 'core.repositoryformatversion', '1');
  const config = settings.map(([key, value]) => setting(key, value)).join('');
  const main = join(repo, 'config');
  if (place === 'include.path') {
    write(join(root, 'tools', 'included'), config);
    append(
      main,
      `${setting('include.path', join(root, 'tools', 'included'))}${setting('extensions.partialClone', 'origin')}`,
    );
  } else if (place === 'worktree configuration') {
    append(main, `${setting('extensions.worktreeConfig', 'true')}${setting('extensions.partialClone', 'origin')}`);
    write(join(repo, 'config.worktree'), config);
  } else append(main, config);
  return {
    root,
    started: () => readdirSync(markers).sort(),
    state: () =>
      readdirSync(repo, { recursive: true, encoding: 'utf8' })
        .filter((name) => !WRITTEN.test(name) && statSync(join(repo, name)).isFile())
        .map((name) => `${name} ${statSync(join(repo, name)).mtimeMs}`)
        .sort(),
  };
}

/** Formats a line of a git configuration file with its section. */
export function setting(key: string, value: string): string {
  const [first, last] = [key.indexOf('.'), key.lastIndexOf('.')];
  const quoted = (text: string): string => `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
  const name = first === last ? '' : ` ${quoted(key.slice(first + 1, last))}`;
  return `[${key.slice(0, first)}${name}]\n\t${key.slice(last + 1)} = ${quoted(value)}\n`;
}

export function append(file: string, text: string): void {
  write(file, text, 'a');
}

export function write(file: string, text: string, flag: 'a' | 'w' = 'w'): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text, { flag });
}
