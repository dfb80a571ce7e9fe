import { defineConfig } from 'rolldown';
import { thirdPartyLicenses } from './build/third-party.mjs';
import { schemaValidators, validatorInput } from './build/validators.mjs';

/** Package of commands that no scan needs, bundled with the modules of `src` that they use. */
function commandPackage(name, { schemas = [] } = {}) {
  const licences = thirdPartyLicenses();
  return defineConfig({
    input: { index: `./packages/${name}/src/index.ts`, ...validatorInput(schemas) },
    platform: 'node',
    resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
    plugins: [schemaValidators(), licences.collect, licences.publish],
    output: {
      dir: `packages/${name}/dist`,
      cleanDir: true,
      format: 'cjs',
      comments: false,
      minify: { compress: true, mangle: { keepNames: true }, codegen: { removeWhitespace: true } },
      entryFileNames: '[name].cjs',
      chunkFileNames: '[name].cjs',
    },
  });
}

export default [commandPackage('catalogue-tools'), commandPackage('waf-plan', { schemas: ['waf-export'] })];
