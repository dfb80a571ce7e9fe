import { Buffer } from 'buffer';

// Globals of Node that the engine uses: parts of `process`, and Buffer. Loaded before every module of the engine.
Object.assign(globalThis, {
  Buffer,
  // A pause is useless: nothing else runs in the worker, and the page stops it by terminating it.
  setImmediate: queueMicrotask,
  process: { platform: 'linux', version: '', versions: {}, arch: '', env: {}, argv: [], pid: 1, cwd: () => '/' },
});
