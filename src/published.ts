import plugin from './index.js';

/**
 * The published package: `require('sunset-lint')` is the plugin, because Node.js returns the export of this name.
 * Separate from `index.ts` because TypeScript before 5.6 cannot read such a name in types.
 */
export { plugin as 'module.exports' };
export * from './index.js';
export default plugin;

// Code compiled from `import sunset from 'sunset-lint'` without helpers asks `require` for this.
Object.defineProperty(plugin, 'default', { value: plugin });
