import plugin from './dist/bundle/index.js';

// The generator derives the prefix of rules from the name of the package.
plugin.meta.name = `eslint-plugin-${plugin.meta.namespace}`;

/** What eslint-doc-generator writes: the headers of the rules' pages, and the list of rules. */
export default {
  pathRuleList: 'docs/README.md',
  ignoreConfig: Object.keys(plugin.configs).filter((name) => name.startsWith('legacy-')),
  configEmoji: [
    ['recommended', '✅'],
    ['strict', '🔒'],
    ['waf-migration', '🧱'],
  ],
  ruleDocSectionInclude: ['What it finds', 'Why it matters', 'Caught', 'Not caught', 'Options', 'Messages', 'Limits'],
};
