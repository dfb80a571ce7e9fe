import plugin from './index.js';

/**
 * The package as it is published: `require('sunset-lint')` is the plugin, because Node.js gives what a module exports under
 * this name. It stands apart from `index.ts` because TypeScript before 5.6 cannot read such a name in types.
 */
export { plugin as 'module.exports' };
export * from './index.js';
export default plugin;

// Code compiled from `import sunset from 'sunset-lint'` without helpers asks `require` for this.
Object.defineProperty(plugin, 'default', { value: plugin });
