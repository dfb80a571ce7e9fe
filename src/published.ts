import plugin from './index.js';

/**
 * Makes `require('sunset-lint')` return the plugin: Node.js returns the export of this name from `require`.
 * Separate from `index.ts` because TypeScript before 5.6 cannot read such a name in types.
 */
export { plugin as 'module.exports' };
export * from './index.js';
export default plugin;

// Compiled `import sunset from 'sunset-lint'` without interop helpers reads `require('sunset-lint').default`.
Object.defineProperty(plugin, 'default', { value: plugin });
