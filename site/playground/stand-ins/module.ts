import { builtModule } from './built-module.js';

/** Returns a `require` function for the modules that the page has already fetched; see `built-module.ts`. */
export function createRequire(): (name: string) => unknown {
  return builtModule;
}

const BUILTIN = new Set(
  'assert async_hooks buffer child_process cluster console constants crypto dgram diagnostics_channel dns domain events fs http http2 https inspector module net os path perf_hooks process punycode querystring readline repl stream string_decoder sys timers tls trace_events tty url util v8 vm wasi worker_threads zlib'.split(
    ' ',
  ),
);

/** Whether a specifier names a module of Node. */
export function isBuiltin(name: string): boolean {
  return name.startsWith('node:') || BUILTIN.has(name.split('/')[0] ?? '');
}
