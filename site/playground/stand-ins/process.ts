import { Buffer } from 'buffer';

// What the engine asks of the process and of Buffer as globals. Loaded before every module of the engine.
Object.assign(globalThis, {
  Buffer,
  // Nothing else goes on in the worker, and whoever does not want to wait ends it: a pause would only take time.
  setImmediate: queueMicrotask,
  process: { platform: 'linux', version: '', versions: {}, arch: '', env: {}, argv: [], pid: 1, cwd: () => '/' },
});
