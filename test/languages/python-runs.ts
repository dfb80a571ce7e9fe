import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Request of a program, as a fake client recorded it. */
export interface Sent {
  readonly method: string;
  readonly url: string;
}

const FAKE = `
def _make(note):
    class Session:
        def __init__(self, base_url="", headers=None, **options):
            self.base_url = base_url
            self.headers = {}
        def request(self, method, url, *args, **options):
            note(method, url if "://" in url else self.base_url.rstrip("/") + "/" + url.lstrip("/"))
        def __enter__(self):
            return self
        def __exit__(self, *error):
            return False
    for verb in ("get", "post", "put", "patch", "delete"):
        def send(self, url, *args, _verb=verb, **options):
            return self.request(_verb.upper(), url)
        setattr(Session, verb, send)
    return Session
`;

const RUNNER = `
import json, sys, types
${FAKE}
sent = []
Session = _make(lambda method, url: sent.append({"method": method, "url": url}))
for name in ("requests", "httpx"):
    module = types.ModuleType(name)
    module.Session = module.Client = Session
    for member in ("get", "post", "put", "patch", "delete", "request"):
        setattr(module, member, getattr(Session(), member))
    sys.modules[name] = module
for path in json.load(sys.stdin):
    del sent[:]
    error = None
    try:
        with open(path) as file:
            exec(compile(file.read(), path, "exec"), {"__name__": "__main__"})
    except Exception as failure:
        error = repr(failure)
    print(json.dumps({"sent": list(sent), "error": error}))
`;

/** Whether the machine has a Python that can run the programs. */
export function hasPython(): boolean {
  return spawnSync('python3', ['-c', 'import sys; assert sys.version_info >= (3, 9)']).status === 0;
}

/** Runs programs in one process with clients that send nothing; `use` gets the folder of the programs. */
export async function withRuns<Result>(
  programs: readonly string[],
  use: (
    folder: string,
    runs: readonly { readonly sent: readonly Sent[]; readonly error: string | null }[],
  ) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'sunset-lint-python-'));
  try {
    mkdirSync(join(folder, 'programs'));
    const paths = programs.map((program, index) => {
      const path = join(folder, 'programs', `p${String(index)}.py`);
      writeFileSync(path, program);
      return path;
    });
    const { stdout, stderr } = spawnSync('python3', ['-c', RUNNER], {
      input: JSON.stringify(paths),
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    });
    const runs = stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as { sent: Sent[]; error: string | null });
    if (runs.length !== programs.length) throw new Error(`python3 ended early: ${stderr}`);
    return await use(join(folder, 'programs'), runs);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
