import { defineConfig } from 'rolldown';

/** Maintainers' tools, bundled from the sources and not published. Dependencies stay external. */
export default defineConfig({
  platform: 'node',
  external: /^[^./]/,
  resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
  input: {
    catalogue: './tools/catalogue/generate.ts',
    'compare-feed': './tools/readings/compare-feed.ts',
    docs: './tools/docs/generate.ts',
    'format-json': './tools/catalogue/format-json.ts',
    'store-readings': './tools/readings/store-readings.js',
    release: './tools/release/release.ts',
    'sdk-clients': './packages/catalogue-tools/src/upstream/sdk/client-models.ts',
    'sdk-families': './packages/catalogue-tools/src/upstream/sdk/families.ts',
    'sdk-packages': './packages/catalogue-tools/src/read-sdk-packages.ts',
    'sdk-rows': './packages/catalogue-tools/src/upstream/sdk/rows.ts',
    'vendor-pages': './tools/pages/vendor-pages.ts',
  },
  output: { dir: 'dist/tools', cleanDir: true },
});
