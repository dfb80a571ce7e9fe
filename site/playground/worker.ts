import { loadLanguages, scanFiles } from './engine.js';
import type { Question } from './engine.js';
import { loadEagerChunks } from './stand-ins/built-module.js';
import { addRules, setManifest } from './stand-ins/package-files.js';
import type { Manifest } from './stand-ins/package-files.js';

/** Data that `build.mjs` writes next to the engine. */
interface Catalogues {
  readonly manifest: Manifest;
  readonly rules: Readonly<Record<string, string>>;
}

const engineReady = fetch(new URL('catalogues.json', import.meta.url))
  .then((answer) => answer.json() as Promise<Catalogues>)
  .then(({ manifest, rules }) => {
    setManifest(manifest);
    addRules(rules);
    return Promise.all([loadEagerChunks(), loadLanguages()]);
  });

addEventListener('message', ({ data }: MessageEvent<{ readonly id: number; readonly question: Question }>) => {
  void engineReady
    .then(() => scanFiles(data.question))
    .then(
      (report) => postMessage({ id: data.id, report }),
      (error: unknown) => postMessage({ id: data.id, error: error instanceof Error ? error.message : String(error) }),
    );
});
