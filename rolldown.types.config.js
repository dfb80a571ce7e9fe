import { defineConfig } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';

/** Bundles the compiler's type declarations of each entry into one file; separately, so that entries share no file. */
function typesOf(name, entry) {
  return defineConfig({
    input: { [name]: entry },
    plugins: [dts({ dtsInput: true, emitDtsOnly: true, tsconfig: false })],
    output: { dir: 'dist/types', cleanDir: name === 'index' },
  });
}

export default [
  typesOf('index', './dist/index.d.ts'),
  typesOf('scanner', './dist/scan/index.d.ts'),
  typesOf('config', './dist/config/index.d.ts'),
];
