import { Buffer } from 'buffer';

// Globals of Node that the engine uses: parts of `process`, and Buffer. Loaded before every module of the engine.
Object.assign(globalThis, {
  Buffer,
  // Nothing else goes on in the worker, and whoever does not want to wait ends it: a pause would only take time.
  setImmediate: queueMicrotask,
  process: { platform: 'linux', version: '', versions: {}, arch: '', env: {}, argv: [], pid: 1, cwd: () => '/' },
});
