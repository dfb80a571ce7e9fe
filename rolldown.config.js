import { defineConfig } from 'rolldown';
import { thirdPartyLicenses } from './build/third-party.mjs';
import manifest from './package.json' with { type: 'json' };

const installed = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });

/**
 * What is published: each entry with the modules it needs in few files, because Node takes longer to find and open 300
 * small modules than to run them. What only some runs need is in files of its own, and dependencies stay outside; the
 * parts that are used of all other packages are inside. Files of `rules` are looked up two folders above each file.
 */
export default defineConfig({
  input: { main: './dist/cli/main.js', index: './dist/index.js', scanner: './dist/scan/index.js' },
  platform: 'node',
  external: installed.map((name) => new RegExp(`^${name}(?:/|$)`)),
  plugins: [thirdPartyLicenses()],
  output: {
    dir: 'dist/bundle',
    cleanDir: true,
    comments: false,
    chunkFileNames: ({ name }) => (name.startsWith('shared~') ? 'shared-[hash].js' : '[name].js'),
    codeSplitting: {
      groups: [
        {
          name: 'shared',
          test: /dist.(?!report)/,
          minShareCount: 2,
          entriesAware: true,
          entriesAwareMergeThreshold: 5000,
        },
      ],
    },
  },
});
