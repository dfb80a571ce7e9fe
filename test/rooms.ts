/**
 * Which room of `src` may import what, and why; `boundaries.test.ts` refuses the rest.
 *
 * A room is a folder (`engine` and `engine/values` are two), or a file that lies in `src` itself; imports inside a room
 * are free, but for the walls of `HALLS`. A row says that this room may import that room or package. `only` narrows it
 * to some files of the other room, `by` to some files of this one, `kind` to imports that cost nothing at start. A row
 * that no import uses is refused too, and so is a file named in one that no import needs. When an import is refused, ask
 * first whether the code belongs in another room; where it does not, add a row and say in `why` what for.
 */

/** `type` vanishes at run time; `lazy` is loaded where it is needed, not with the file. */
export type Kind = 'value' | 'type' | 'lazy';

export interface Allowed {
  readonly to: string;
  readonly why: string;
  /** Weakest kind that is allowed; without it any kind. */
  readonly kind?: Exclude<Kind, 'value'>;
  /** Only these files may import it. */
  readonly by?: readonly string[];
  /** Only these files may be imported. */
  readonly only?: readonly string[];
}

/**
 * Rooms that are too large for one folder. To others a hall is one room; inside it a folder imports those that stand
 * here beside its name, and no others. `.` are the files of the hall itself.
 */
export const HALLS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'engine/requests': {
    calling: [],
    commands: ['calling'],
    sent: ['calling'],
    unknown: ['calling', 'commands'],
    sdk: ['calling', 'unknown'],
    described: ['calling', 'unknown'],
    '.': ['calling', 'commands', 'described', 'sdk', 'sent', 'unknown'],
  },
  cli: {
    shared: [],
    settings: ['shared'],
    scanning: ['settings', 'shared'],
    gate: ['scanning', 'settings'],
    reports: ['shared'],
    explain: ['scanning', 'settings', 'shared'],
    fix: ['scanning', 'settings', 'shared'],
    scan: ['fix', 'gate', 'reports', 'scanning', 'settings', 'shared'],
    facts: ['gate', 'reports', 'scan', 'scanning', 'settings', 'shared'],
    catalogue: ['explain', 'scanning', 'settings', 'shared'],
    init: ['scanning', 'settings', 'shared'],
    waf: ['shared'],
    completion: ['shared'],
    '.': ['catalogue', 'completion', 'facts', 'init', 'scan', 'settings', 'shared', 'waf'],
  },
};

/** Passes of the engine, each of which imports only those before it. */
const PASSES = ['values', 'match', 'evaluate', 'requests', 'judge', 'checks'] as const;

const PASS_ALLOWANCES: Readonly<Record<string, readonly Allowed[]>> = Object.fromEntries(
  PASSES.map((pass, index) => [
    `engine/${pass}`,
    PASSES.slice(0, index).map((to): Allowed => ({ to: `engine/${to}`, why: 'passes build on those before them' })),
  ]),
);

/** What the lowering of each tree may import. */
const LOWERING: readonly Allowed[] = [
  { to: 'model', why: 'facts are defined there' },
  {
    to: 'facts',
    only: [
      'facts/builder.ts',
      'facts/expressions.ts',
      'facts/lowering.ts',
      'facts/operators.ts',
      'facts/pattern.ts',
      'facts/trivia.ts',
      'facts/types.ts',
    ],
    why: 'what the lowerings share',
  },
];

const COUNTS: Allowed = { to: 'lib', only: ['lib/work.ts'], why: 'counts what it does, for --stats and the bench' };

/** What rooms may import beside the passes before them. */
const ROOMS: Readonly<Record<string, readonly Allowed[]>> = {
  model: [],
  lib: [
    { to: 'model', kind: 'type', by: ['lib/line-index.ts'], why: 'places in a text have names' },
    {
      to: 'model',
      by: ['lib/read-regular-file.ts'],
      only: ['model/errors.ts'],
      why: 'ends the run where no more files can be opened',
    },
    { to: 'node:fs', by: ['lib/package-files.ts'], why: "reads the package's own manifest" },
    { to: 'node:fs', by: ['lib/open-file.ts', 'lib/read-regular-file.ts'], why: 'the one way to read a file' },
    { to: 'node:crypto', by: ['lib/read-regular-file.ts'], why: 'digest of what was read' },
    { to: 'node:path', by: ['lib/read-regular-file.ts'], why: 'says whether a path lies in a folder' },
    { to: 'node:crypto', by: ['lib/write-whole.ts'], why: 'names temporary files' },
    { to: 'node:crypto', by: ['lib/digest.ts', 'lib/identity.ts'], why: 'digests of texts' },
    { to: 'node:fs', by: ['lib/write-whole.ts'], why: 'writes a file' },
    { to: 'node:fs', by: ['lib/ours.ts'], why: 'tells who can have written a file' },
    { to: 'node:path', by: ['lib/write-whole.ts'], why: 'the temporary file stands beside it' },
    { to: 'node:buffer', by: ['lib/read-regular-file.ts'], why: 'tells what is no UTF-8' },
    { to: 'jsonc-parser', kind: 'lazy', by: ['lib/json.ts'], why: 'comments, and places in JSON' },
    { to: 'jsonc-parser', kind: 'type', by: ['lib/json.ts', 'lib/json-nodes.ts'], why: 'names its nodes and options' },
    {
      to: 'node:module',
      by: ['lib/built-module.ts'],
      why: 'loads validators and libraries only when they are needed',
    },
    { to: 'node:url', by: ['lib/built-module.ts'], why: 'finds them' },
    { to: 'node:v8', by: ['lib/optimize-late.ts'], why: 'when V8 optimizes' },
    ...['node:fs', 'node:module', 'node:path', 'node:v8', 'node:vm', 'node:zlib'].map((to): Allowed => ({
      to,
      by: ['lib/kept-code.ts'],
      why: 'keeps what V8 compiles of this package',
    })),
    ...['node:crypto', 'node:fs', 'node:path'].map((to): Allowed => ({
      to,
      by: ['lib/kept-forms.ts'],
      why: 'keeps what was worked out of large catalogues',
    })),
    ...['@lezer/javascript', '@lezer/python', 'brace-expansion', 'jsonc-parser', 'unbash', 'yaml'].map(
      (to): Allowed => ({
        to,
        kind: 'type',
        by: ['lib/late-library.ts'],
        why: 'says what is loaded late',
      }),
    ),
    { to: 'fast-string-width', by: ['lib/terminal-text.ts'], why: 'columns that a text takes on a terminal' },
    { to: 'fast-wrap-ansi', by: ['lib/terminal-text.ts'], why: 'breaks texts for a terminal' },
  ],
  api: [
    { to: 'model', kind: 'type', why: 'what a catalogue says of its APIs' },
    { to: 'lib', why: 'escapes names for expressions, works out once' },
  ],
  facts: [
    { to: 'model', why: 'facts are defined there' },
    { to: 'lib', only: ['lib/expect-defined.ts', 'lib/multimap.ts'], why: 'what a table must hold, lists in maps' },
    { to: 'lib', only: ['lib/json.ts'], by: ['facts/json.ts'], why: 'places in JSON' },
    { to: 'jsonc-parser', kind: 'type', by: ['facts/json.ts'], why: 'names its nodes' },
    { to: 'facts/estree', only: ['facts/estree/statements.ts'], why: 'the lowering of this tree' },
    {
      to: 'facts/typescript',
      only: ['facts/typescript/statements.ts', 'facts/typescript/syntax.ts'],
      why: 'the lowering of this tree',
    },
    {
      to: '@typescript-eslint/utils',
      kind: 'type',
      by: ['facts/estree.ts'],
      why: 'names the nodes that ESLint hands over',
    },
    {
      to: 'ts-morph',
      kind: 'type',
      by: ['facts/typescript.ts'],
      why: "names the compiler's nodes; the parser itself is passed in",
    },
  ],
  'facts/estree': [
    ...LOWERING,
    { to: '@typescript-eslint/utils', kind: 'type', why: 'names the nodes that ESLint hands over' },
  ],
  'facts/typescript': [
    ...LOWERING,
    { to: 'ts-morph', kind: 'type', why: "names the compiler's nodes; the parser itself is passed in" },
  ],
  clients: [
    { to: 'lib', only: ['lib/package-name.ts'], why: 'packages by name' },
    { to: 'model', why: 'client models are rows of a type of the model' },
    { to: 'rules', by: ['clients/resource-rows.ts', 'clients/sdk-rows.ts'], why: 'tables of SDKs and resources' },
  ],
  catalogue: [
    { to: 'model', why: 'deprecations are defined there' },
    { to: 'api', only: ['api/base-url.ts'], why: 'the host of an API that has no name' },
    { to: 'lib', why: 'dates, names meant, files of the package' },
    { to: 'node:crypto', by: ['catalogue/read-file.ts'], why: 'digest of a catalogue' },
    { to: 'node:util', why: 'whether two catalogues say the same' },
    { to: 'node:path', by: ['catalogue/packages.ts'], why: 'finds packages upward' },
  ],
  'upstream/sdk': [
    { to: 'model', why: 'client models, and the methods of HTTP' },
    {
      to: 'sources',
      kind: 'type',
      only: ['sources/load-typescript.ts'],
      why: 'names the compiler, which is passed in',
    },
  ],
  'engine/values': [{ to: 'model', kind: 'type', why: 'places of texts' }],
  'engine/match': [
    { to: 'model', why: 'matches the catalogue' },
    { to: 'api', why: 'base URLs, and what code calls each API' },
    { to: 'lib', only: ['lib/remembered.ts'], why: 'an index is built once' },
  ],
  'engine/evaluate': [
    COUNTS,
    { to: 'model', why: 'evaluates facts' },
    {
      to: 'facts',
      only: [
        'facts/scope.ts',
        'facts/describe-expr.ts',
        'facts/helper-name.ts',
        'facts/javascript-words.ts',
        'facts/visit-exprs.ts',
      ],
      why: 'looks up names in facts, and says what an expression is, and of which it consists',
    },
    {
      to: 'lib',
      only: [
        'lib/remembered.ts',
        'lib/multimap.ts',
        'lib/package-name.ts',
        'lib/placeholders.ts',
        'lib/secret-names.ts',
      ],
      why: 'remembers by file, lists in maps, fills templates, knows names that say secret',
    },
  ],
  'engine/requests': [
    COUNTS,
    { to: 'api', kind: 'type', only: ['api/known-apis.ts'], why: 'what code calls the API' },
    {
      to: 'api',
      by: ['engine/requests/described/addresses.ts', 'engine/requests/calling/embedded-url.ts'],
      only: ['api/base-url.ts'],
      why: 'hosts inside texts',
    },
    { to: 'model', why: 'calls are facts' },
    {
      to: 'lib',
      only: ['lib/multimap.ts', 'lib/remembered.ts', 'lib/version-range.ts'],
      why: 'small helpers, and versions of packages',
    },
    {
      to: 'clients',
      only: [
        'clients/set-up.ts',
        'clients/test-doubles.ts',
        'clients/verbs.ts',
        'clients/word-row.ts',
        'clients/words.ts',
      ],
      why: 'names of members, and words that decide',
    },
    {
      to: 'facts',
      only: ['facts/describe-expr.ts', 'facts/javascript-words.ts', 'facts/visit-exprs.ts'],
      why: 'says what was called, finds bare hosts',
    },
  ],
  'engine/judge': [
    { to: 'model', why: 'gives findings' },
    {
      to: 'lib',
      only: [
        'lib/iso-date.ts',
        'lib/json-pointer.ts',
        'lib/mask-secrets.ts',
        'lib/multimap.ts',
        'lib/package-name.ts',
        'lib/remembered.ts',
      ],
      why: 'days of the calendar, pointers, lists in maps, packages of modules; no key goes into words',
    },
  ],
  'engine/checks': [
    { to: 'model', why: 'gives findings' },
    {
      to: 'lib',
      only: ['lib/json-pointer.ts', 'lib/multimap.ts', 'lib/package-name.ts', 'lib/remembered.ts'],
      why: 'small helpers',
    },
    { to: 'clients', only: ['clients/resource-rows.ts'], why: 'resources by name' },
    {
      to: 'facts',
      only: ['facts/visit-exprs.ts', 'facts/describe-expr.ts'],
      why: 'looks at expressions that no call holds',
    },
    { to: 'select', kind: 'type', only: ['select/select-calls.ts'], why: 'which calls to look at' },
  ],
  engine: [
    COUNTS,
    { to: 'api', only: ['api/known-apis.ts'], why: 'what code calls the API' },
    { to: 'model', why: 'works on facts, gives findings' },
    { to: 'clients', only: ['clients/index.ts'], why: 'the client models' },
    { to: 'lib', only: ['lib/remembered.ts'], why: 'tables are made once' },
    { to: 'select', only: ['select/select-calls.ts'], why: 'which calls to look at' },
    ...PASSES.map((pass): Allowed => ({ to: `engine/${pass}`, why: 'the loop over all passes' })),
    {
      to: 'waf/check',
      by: ['engine/all-checks.ts'],
      only: ['waf/check/waf-migration.ts'],
      why: 'the check of migrations is one of the list',
    },
  ],
  select: [
    { to: 'api', why: 'what code calls the API' },
    { to: 'model', why: 'catalogue and facts' },
    { to: 'facts', only: ['facts/scope.ts', 'facts/visit-exprs.ts'], why: 'which names an expression holds' },
    { to: 'lib', why: 'small helpers' },
  ],
  search: [],
  sources: [
    COUNTS,
    { to: 'search', kind: 'type', by: ['sources/read-text.ts'], why: 'texts are searched where they are read to' },
    { to: 'model', why: 'errors, and why a file is left out' },
    { to: 'sources/git', only: ['sources/git/list-files.ts'], why: 'asks git for the files' },
    {
      to: 'sources/bundlers',
      only: ['sources/bundlers/bundler-aliases.ts', 'sources/bundlers/config-names.ts'],
      why: 'aliases of bundlers are ways of imports too',
    },
    {
      to: 'lib',
      only: [
        'lib/decode-text.ts',
        'lib/digest.ts',
        'lib/effort.ts',
        'lib/glob.ts',
        'lib/is-record.ts',
        'lib/json.ts',
        'lib/late-library.ts',
        'lib/open-file.ts',
        'lib/package-name.ts',
        'lib/read-regular-file.ts',
        'lib/remembered.ts',
        'lib/escape-reg-exp.ts',
        'lib/star-table.ts',
        'lib/multimap.ts',
      ],
      why: 'opens files in the one safe way, matches patterns, loads libraries only when they are needed',
    },
    { to: 'brace-expansion', kind: 'lazy', by: ['sources/expand-braces.ts'], why: 'globs with braces' },
    { to: 'yaml', kind: 'lazy', by: ['sources/workspace-files.ts'], why: 'reads the workspaces of pnpm' },
    {
      to: 'ts-morph',
      kind: 'lazy',
      by: ['sources/load-typescript.ts'],
      why: 'parses, only when something needs parsing',
    },
    { to: 'node:fs', why: 'reads the tree' },
    { to: 'node:path', why: 'names files' },
    {
      to: 'node:module',
      by: ['sources/load-typescript.ts', 'sources/resolve-specifier.ts'],
      why: 'loads the compiler late; knows built-in modules',
    },
    {
      to: 'ts-morph',
      kind: 'type',
      by: ['sources/export-uses.ts', 'sources/orphaned-imports.ts'],
      why: 'names its project and its nodes',
    },
  ],
  'sources/bundlers': [
    {
      to: 'sources',
      only: ['sources/file-probe.ts', 'sources/package-version.ts', 'sources/resolve-file.ts'],
      why: 'reads configurations and what they import',
    },
    { to: 'lib', only: ['lib/effort.ts', 'lib/late-library.ts'], why: 'bounds the reading, loads the parser late' },
    {
      to: '@lezer/javascript',
      kind: 'lazy',
      by: ['sources/bundlers/syntax.ts'],
      why: 'parses configurations that are programs, without the compiler',
    },
    { to: '@lezer/common', kind: 'type', why: 'names the nodes of its trees' },
    { to: '@lezer/lr', kind: 'type', by: ['sources/bundlers/syntax.ts'], why: 'names the parser' },
    { to: 'node:fs', why: 'ends at the top of the repository' },
    { to: 'node:path', why: 'names files' },
  ],
  'sources/git': [
    COUNTS,
    { to: 'model', why: 'errors' },
    { to: 'node:fs', why: 'looks for a repository' },
    { to: 'node:path', why: 'names files of the repository' },
    { to: 'node:child_process', by: ['sources/git/run-git.ts'], why: 'the one place that starts a program' },
  ],
  languages: [
    { to: 'model', why: 'languages and facts are defined there' },
    { to: 'lib', only: ['lib/expect-defined.ts'], why: 'what a table must hold' },
    { to: 'select', kind: 'type', why: 'how texts are tested without a parser' },
    { to: 'sources', kind: 'type', only: ['sources/file-probe.ts'], why: 'asks for files' },
    { to: 'sources', by: ['languages/file-kinds.ts'], only: ['sources/test-file.ts'], why: 'folders of tests' },
    { to: 'languages/javascript', why: 'a row of the table' },
    { to: 'languages/shell', only: ['languages/shell/row.ts'], why: 'a row of the table' },
    { to: 'languages/terraform', only: ['languages/terraform/row.ts'], why: 'a row of the table' },
    { to: 'languages/python', only: ['languages/python/row.ts'], why: 'a row of the table' },
  ],
  'languages/python': [
    { to: 'languages/holders', why: 'files that hold code of several languages' },
    { to: 'model', kind: 'type', why: 'comments and facts are defined there' },
    { to: 'languages', kind: 'type', only: ['languages/language.ts'], why: 'what a row is' },
    {
      to: 'languages/python/lowering',
      only: ['languages/python/lowering/statements.ts'],
      why: 'what makes facts of a tree',
    },
    {
      to: 'facts',
      only: ['facts/builder.ts', 'facts/expressions.ts', 'facts/library.ts'],
      why: 'what the lowerings share',
    },
    { to: 'lib', only: ['lib/escape-reg-exp.ts', 'lib/late-library.ts'], why: 'the parser is loaded late' },
    { to: '@lezer/python', kind: 'lazy', by: ['languages/python/parse.ts'], why: 'the parser' },
    { to: '@lezer/common', kind: 'type', why: 'names the nodes of its trees' },
    {
      to: 'node:path',
      by: ['languages/python/package-version.ts', 'languages/python/row.ts'],
      why: 'names manifests',
    },
    {
      to: 'select',
      only: ['select/import-text.ts', 'select/lexical-forms.ts'],
      why: 'how texts are tested without a parser',
    },
    {
      to: 'sources',
      by: ['languages/python/package-version.ts'],
      only: ['sources/ancestors.ts', 'sources/file-probe.ts'],
      why: 'asks for manifests',
    },
  ],
  'languages/python/lowering': [
    { to: 'model', kind: 'type', why: 'facts are defined there' },
    {
      to: 'facts',
      only: ['facts/builder.ts', 'facts/expressions.ts', 'facts/lowering.ts', 'facts/pattern.ts'],
      why: 'what the lowerings share',
    },
    { to: 'languages/python', why: 'reads what the tree says of literals, names and parameters' },
    { to: 'lib', only: ['lib/placeholders.ts'], why: 'places in templates' },
  ],
  'languages/holders': [
    { to: 'model', kind: 'type', why: 'comments and fragments are defined there' },
    { to: 'languages', kind: 'type', only: ['languages/language.ts'], why: 'what a holder is' },
    {
      to: 'lib',
      only: ['lib/json-nodes.ts', 'lib/json.ts', 'lib/late-library.ts'],
      why: 'readers of YAML and JSON',
    },
    { to: 'yaml', kind: 'lazy', by: ['languages/holders/yaml-file.ts'], why: 'reads pipelines' },
    { to: 'yaml', kind: 'type', by: ['languages/holders/yaml-file.ts'], why: 'names its nodes' },
    { to: 'jsonc-parser', kind: 'type', by: ['languages/holders/manifest.ts'], why: 'names its nodes' },
  ],
  'languages/javascript': [
    { to: 'languages/holders', why: 'files that hold code of several languages' },
    { to: 'node:path', by: ['languages/javascript/row.ts'], why: 'names files' },
    { to: 'model', kind: 'type', why: 'comments and fragments are defined there' },
    { to: 'languages', kind: 'type', only: ['languages/language.ts'], why: 'what a row is' },
    {
      to: 'facts',
      only: ['facts/typescript.ts', 'facts/expressions.ts'],
      why: 'the lowering; which attributes hold an address that is sent to',
    },
    { to: 'lib', only: ['lib/built-module.ts', 'lib/escape-reg-exp.ts'], why: 'loads the parser late; names of tags' },
    {
      to: 'select',
      only: ['select/import-text.ts', 'select/lexical-forms.ts'],
      why: 'how texts are tested without a parser',
    },
    { to: 'sources', why: 'the compiler, and where specifiers lead' },
  ],
  'languages/shell': [
    { to: 'languages/holders', why: 'files that hold code of several languages' },
    { to: 'model', kind: 'type', why: 'facts and comments are defined there' },
    { to: 'languages', kind: 'type', only: ['languages/language.ts'], why: 'what a row is' },
    { to: 'facts', only: ['facts/builder.ts', 'facts/expressions.ts'], why: 'what the lowerings share' },
    {
      to: 'lib',
      only: ['lib/escape-reg-exp.ts', 'lib/late-library.ts', 'lib/multimap.ts'],
      why: 'the parser; small helpers',
    },
    { to: 'select', kind: 'type', only: ['select/import-text.ts'], why: 'how texts are tested without a parser' },
    {
      to: 'select',
      by: ['languages/shell/row.ts'],
      only: ['select/lexical-forms.ts'],
      why: 'names as scripts write them',
    },
    { to: 'unbash', kind: 'lazy', why: 'the parser, and the types of its trees' },
    { to: 'node:path', by: ['languages/shell/resolver.ts'], why: 'names of files' },
  ],
  'languages/terraform': [
    { to: 'model', kind: 'type', why: 'facts and comments are defined there' },
    { to: 'languages', kind: 'type', only: ['languages/language.ts'], why: 'what a row is' },
    { to: 'languages/terraform/hcl', why: 'its syntax' },
    {
      to: 'facts',
      only: ['facts/builder.ts', 'facts/expressions.ts', 'facts/library.ts'],
      why: 'what the lowerings share',
    },
    {
      to: 'lib',
      only: ['lib/escape-reg-exp.ts', 'lib/is-record.ts', 'lib/json-nodes.ts', 'lib/json.ts', 'lib/multimap.ts'],
      why: 'its other syntax, files by folder; small helpers',
    },
    {
      to: 'select',
      only: ['select/import-text.ts', 'select/lexical-forms.ts'],
      why: 'how texts are tested without a parser',
    },
    {
      to: 'sources',
      by: ['languages/terraform/providers.ts'],
      only: ['sources/ancestors.ts', 'sources/file-probe.ts'],
      why: 'reads lock files',
    },
    { to: 'clients', only: ['clients/resource-rows.ts'], why: 'types of resources are words that count' },
    { to: 'node:path', why: 'names folders' },
  ],
  'languages/terraform/hcl': [
    { to: 'model', kind: 'type', only: ['model/span.ts'], why: 'places' },
    { to: 'facts', only: ['facts/builder.ts'], why: 'how deep a lowering goes' },
  ],
  fix: [
    { to: 'model', kind: 'type', why: 'findings, facts and edits' },
    { to: 'model', by: ['fix/ownership.ts'], only: ['model/span.ts'], why: 'ranges inside each other' },
    { to: 'lib', why: 'secrets, pointers, places' },
    { to: 'facts', only: ['facts/visit-exprs.ts'], why: 'lists in which a text stands' },
  ],
  directives: [
    { to: 'model', why: 'ids of deprecations' },
    { to: 'lib', why: 'dates, lines, names meant' },
    { to: 'report', kind: 'type', only: ['report/report.ts'], why: 'suppressed findings are marked in the report' },
  ],
  'waf/migration': [],
  'waf/check': [
    { to: 'model', kind: 'type', why: 'gives findings' },
    { to: 'model', by: ['waf/check/run-order.ts'], only: ['model/span.ts'], why: 'ranges inside each other' },
    { to: 'waf/migration', why: 'operations and limits' },
    { to: 'facts', only: ['facts/visit-exprs.ts'], why: 'words of a file' },
    ...PASSES.map((pass): Allowed => ({
      to: `engine/${pass}`,
      why: 'a check builds on the passes',
      ...(pass === 'checks' ? { kind: 'type', only: ['engine/checks/check.ts'] } : {}),
    })),
  ],
  'waf/plan': [
    { to: 'model', only: ['model/errors.ts'], why: 'errors' },
    { to: 'lib', why: 'quotes what users wrote in errors' },
    { to: 'waf/migration', why: 'mappings and limits' },
    { to: 'node:buffer', by: ['waf/plan/limits.ts'], why: 'sizes in bytes' },
  ],
  'waf/report': [
    {
      to: 'lib',
      only: ['lib/escape-text.ts', 'lib/leaving.ts', 'lib/terminal-text.ts'],
      why: 'shows what users wrote, in columns',
    },
    { to: 'waf/plan', kind: 'type', only: ['waf/plan/plan-types.ts'], why: 'plans are shown' },
  ],
  eslint: [
    { to: 'api', only: ['api/known-apis.ts'], why: 'what code calls the API' },
    { to: 'model', why: 'types of findings and settings' },
    { to: 'lib', why: 'small helpers' },
    { to: 'engine', only: ['engine/analyse.ts'], why: 'the analysis' },
    { to: 'engine/judge', only: ['engine/judge/messages.ts'], why: 'findings in words' },
    { to: 'fix', only: ['fix/fixes.ts', 'fix/titles.ts'], why: 'exact replacements are suggestions' },
    { to: 'facts', only: ['facts/estree.ts'], why: 'lowers the tree that ESLint has' },
    { to: 'facts', only: ['facts/json.ts'], by: ['eslint/module-store.ts'], why: 'data that programs import' },
    { to: 'select', why: 'what is looked at' },
    { to: 'sources', why: 'file look-ups that need no compiler' },
    {
      to: 'directives',
      only: ['directives/directive.ts', 'directives/reach.ts', 'directives/unknown-ids.ts'],
      why: 'the words of directives',
    },
    {
      to: 'config',
      only: [
        'config/check-shape.ts',
        'config/settings.ts',
        'config/setting-table.ts',
        'config/place.ts',
        'config/config.ts',
      ],
      why: 'settings are checked as those of the command line',
    },
    { to: 'report', only: ['report/rule-url.ts'], why: 'the page of a rule has one address' },
    { to: '@typescript-eslint/utils', kind: 'type', why: "types of ESLint's trees and rules" },
    { to: 'eslint', kind: 'type', why: 'types of rules' },
    { to: 'node:fs', why: 'reads imported files' },
    { to: 'node:path', why: 'names of imported files' },
    { to: 'node:util', by: ['eslint/shared-analysis.ts'], why: 'tells whether a parser is told the same' },
    { to: 'node:module', by: ['eslint/loaded-parsers.ts'], why: 'finds parsers that a configuration names' },
  ],
  cache: [
    { to: 'model', why: 'findings, facts, questions about modules' },
    {
      to: 'lib',
      only: ['lib/digest.ts', 'lib/expect-defined.ts', 'lib/ours.ts', 'lib/read-regular-file.ts', 'lib/write-whole.ts'],
      why: 'reads and writes a file whole',
    },
    { to: 'lib', by: ['cache/stored-shape.ts'], only: ['lib/is-record.ts'], why: 'tells objects of JSON' },
    { to: 'languages', kind: 'type', only: ['languages/language.ts'], why: 'stands in for a resolver' },
    { to: 'select', kind: 'type', only: ['select/select-calls.ts'], why: 'notes what the selection answers' },
    { to: 'sources', kind: 'type', only: ['sources/file-probe.ts'], why: 'what answers about modules rest on' },
    {
      to: 'sources',
      by: ['cache/kept-part.ts'],
      only: ['sources/workspaces.ts'],
      why: 'asks again what packages there are, of which only a digest is kept',
    },
    { to: 'node:fs', by: ['cache/scan-cache.ts'], why: 'makes and clears its folder' },
    { to: 'node:crypto', by: ['cache/stored.ts'], why: 'signs what is kept' },
    { to: 'node:path', why: 'names files' },
  ],
  scan: [
    { to: 'fix', only: ['fix/fixes.ts'], why: 'the report has the exact replacements' },
    { to: 'model', why: 'types of findings and errors' },
    { to: 'cache', why: 'what earlier runs know' },
    { to: 'lib', why: 'small helpers' },
    { to: 'facts', only: ['facts/differing-facts.ts'], why: 'two versions of a file are compared' },
    { to: 'facts', only: ['facts/json.ts'], by: ['scan/source-store.ts'], why: 'data that programs import' },
    { to: 'clients', by: ['scan/unread-facts.ts'], why: 'globals that the analysis looks for' },
    { to: 'engine', only: ['engine/analyse.ts'], why: 'the analysis' },
    {
      to: 'engine/judge',
      only: ['engine/judge/identify.ts'],
      by: ['scan/place-findings.ts'],
      why: 'a finding that is told in another file belongs to that one',
    },
    {
      to: 'languages',
      only: ['languages/file-kinds.ts', 'languages/language.ts', 'languages/parsers.ts', 'languages/table.ts'],
      why: 'which files hold code, and how it is read',
    },
    { to: 'catalogue', only: ['catalogue/load.ts'], why: 'the deprecations' },
    {
      to: 'catalogue',
      only: ['catalogue/packaged.ts'],
      by: ['scan/scan.ts'],
      why: 'catalogues that apply by themselves',
    },
    { to: 'select', why: 'what is looked at' },
    { to: 'sources', why: 'lists and reads files' },
    {
      to: 'sources/bundlers',
      only: ['sources/bundlers/config-names.ts'],
      by: ['scan/scan-difference.ts'],
      why: 'a configuration that changes can change where imports lead',
    },
    { to: 'directives', why: 'exceptions in comments' },
    {
      to: 'search',
      only: ['search/text-search.ts'],
      by: ['scan/mention-search.ts'],
      why: 'most texts are known to mention nothing before a string is made of them',
    },
    {
      to: 'report',
      only: ['report/build-report.ts', 'report/report.ts', 'report/unknown-sdks.ts'],
      why: 'a scan gives a report, and names what was not understood as the gate does',
    },
    { to: 'config', only: ['config/settings.ts'], why: 'checks ids as a configuration does' },
    { to: 'baseline', only: ['baseline/match.ts'], why: 'two scans are compared by the identity of findings' },
    { to: 'node:fs', by: ['scan/scan-tree.ts'], why: 'looks whether the scanned folder is one' },
    { to: 'node:fs', by: ['scan/why-not-scanned.ts'], why: 'looks whether a file that is asked about is there' },
    { to: 'sources/git', only: ['sources/git/list-files.ts'], why: 'the rule by which git ignores a file' },
    { to: 'node:v8', by: ['scan/allowance.ts'], why: 'what the heap holds' },
    { to: 'node:vm', by: ['scan/allowance.ts'], why: 'reaches the collector of garbage; runs nothing else' },
    { to: 'node:path', why: 'names files' },
  ],
  report: [
    { to: 'fix', only: ['fix/apply-edits.ts', 'fix/titles.ts'], why: 'edits as formats want them' },
    { to: 'model', why: 'findings are shown' },
    { to: 'lib', why: 'escapes, places' },
    {
      to: 'engine/judge',
      only: [
        'engine/judge/messages.ts',
        'engine/judge/instead.ts',
        'engine/judge/lifecycle.ts',
        'engine/judge/describe-end.ts',
        'engine/judge/after-end.ts',
      ],
      why: 'findings in words, and how far the end of life is',
    },
    { to: 'picocolors', why: 'colours on a terminal' },
    { to: 'node:path', by: ['report/formats.ts'], why: 'two reports must not go to one file' },
  ],
  baseline: [
    { to: 'model', why: 'known findings are findings' },
    { to: 'lib', why: 'dates, names meant' },
    { to: 'engine/judge', only: ['engine/judge/lifecycle.ts'], why: 'what has ended on which day' },
    { to: 'report', kind: 'type', only: ['report/report.ts'], why: 'known findings are marked in the report' },
    { to: 'report', only: ['report/severity.ts'], why: 'which findings have an end of life' },
    { to: 'node:fs', by: ['baseline/lock-file.ts'], why: 'makes the lock beside a baseline' },
    { to: 'node:path', by: ['baseline/lock-file.ts'], why: 'names it' },
    { to: 'node:os', by: ['baseline/lock-file.ts'], why: 'says on which machine its holder is' },
    { to: 'node:crypto', by: ['baseline/lock-file.ts'], why: 'tells one holder from another' },
  ],
  config: [
    { to: 'model', why: 'the shapes of what can be configured' },
    { to: 'lib', why: 'validators, names meant, lines and columns' },
    { to: 'catalogue', only: ['catalogue/load.ts'], why: 'ids that are ignored must be there' },
    {
      to: 'catalogue',
      only: ['catalogue/packaged.ts'],
      by: ['config/settings.ts'],
      why: 'catalogues that apply by themselves',
    },
    { to: 'select', only: ['select/seen-apis.ts'], by: ['config/settings.ts'], why: 'what shows that one applies' },
    {
      to: 'api',
      by: ['config/described-clients.ts'],
      only: ['api/base-url.ts'],
      why: 'the host of a described client',
    },
    { to: 'sources', only: ['sources/load-typescript.ts'], why: 'compiles a TypeScript configuration' },
    { to: 'node:fs', why: 'reads configuration files' },
    { to: 'node:path', why: 'finds the file upward' },
    { to: 'node:os', by: ['config/search-folders.ts'], why: 'not above the home folder' },
    { to: 'node:url', by: ['config/import-config.ts'], why: 'imports a JavaScript configuration' },
    { to: 'node:vm', by: ['config/run-typescript.ts'], why: 'runs a TypeScript configuration' },
    { to: 'node:module', why: 'loads the reader of JSON late, and what a TypeScript configuration imports' },
  ],
  upstream: [
    { to: 'model', why: 'methods, errors, client models' },
    { to: 'lib', why: 'reads JSON and YAML, days of the calendar' },
    {
      to: 'catalogue',
      only: ['catalogue/path-template.ts', 'catalogue/third-format.ts'],
      why: 'paths as a catalogue spells them, and the format that can say them',
    },
    {
      to: 'sources',
      kind: 'type',
      only: ['sources/load-typescript.ts'],
      by: ['upstream/sdk-tags.ts'],
      why: "names the compiler's nodes",
    },
    { to: 'yaml', kind: 'lazy', by: ['upstream/read-document.ts'], why: 'reads YAML' },
    {
      to: 'htmlparser2',
      by: ['upstream/html-lines.ts', 'upstream/markup-depth.ts', 'upstream/page.ts'],
      why: 'pages and feeds',
    },
    { to: 'node:path', by: ['upstream/references.ts'], why: 'files that files refer to' },
    { to: 'structured-headers', by: ['upstream/http-dates.ts'], why: 'dates of headers' },
    { to: 'http-link-header', by: ['upstream/har.ts'], why: 'links of headers' },
    {
      to: 'node:crypto',
      by: ['upstream/catalogue-of.ts', 'upstream/catalogue-of-har.ts'],
      why: 'digest of what was read',
    },
  ],
  init: [
    { to: 'model', why: 'errors, languages, names of rules' },
    { to: 'lib', why: 'reads JSON and files' },
    { to: 'scan', only: ['scan/prepare-scan.ts'], why: 'which files a project has' },
    {
      to: 'sources',
      only: [
        'sources/file-probe.ts',
        'sources/load-typescript.ts',
        'sources/skip-log.ts',
        'sources/workspace-files.ts',
        'sources/workspaces.ts',
      ],
      why: 'workspaces, and the trees of configurations that are programs',
    },
    { to: 'catalogue', kind: 'type', only: ['catalogue/packaged.ts'], why: 'names of editions' },
    { to: 'config', only: ['config/load-config.ts'], why: 'names of configurations' },
    { to: 'yaml', kind: 'type', by: ['init/edit-yaml.ts'], why: 'names its documents' },
    { to: 'yaml', kind: 'lazy', by: ['init/edit-yaml.ts'], why: 'adds to hooks and configurations' },
    { to: 'jsonc-parser', kind: 'lazy', by: ['init/edit-json.ts'], why: 'adds to configurations with comments' },
    { to: 'node:util', by: ['init/edit-yaml.ts'], why: 'whether a document says the same as before' },
    { to: 'node:fs', why: 'looks at the folder' },
    { to: 'node:path', why: 'names of files' },
  ],
  cli: [
    { to: 'fix', only: ['fix/apply-edits.ts'], why: 'makes the edits of a report' },
    { to: 'diff', by: ['cli/fix/fix-diff.ts'], why: 'what fixes would change' },
    { to: 'picocolors', by: ['cli/fix/fix-diff.ts'], why: 'a diff on a terminal' },
    { to: 'upstream/sdk', why: 'methods of unpacked SDKs' },
    { to: 'upstream', why: 'makes catalogues of what vendors publish, and compares' },
    { to: 'node:buffer', by: ['cli/catalogue/export-calendar.ts'], why: 'octets of a line' },
    { to: 'node:buffer', by: ['cli/fix/fixable-file.ts'], why: 'tells what is no UTF-8' },
    { to: 'model', why: 'errors it turns into exit codes' },
    { to: 'lib', why: 'small helpers' },
    { to: 'engine', only: ['engine/analyse.ts'], why: 'hands the analysis to the scan' },
    { to: 'engine/judge', only: ['engine/judge/lifecycle.ts'], why: 'how far the end of life is' },
    {
      to: 'catalogue',
      only: ['catalogue/load.ts', 'catalogue/find-operation.ts', 'catalogue/packaged.ts', 'catalogue/stored.ts'],
      why: 'prints, explains and compares deprecations',
    },
    { to: 'api', only: ['api/known-apis.ts'], why: 'the API of an entry' },
    { to: 'scan', why: 'runs scans' },
    { to: 'cache', only: ['cache/scan-cache.ts', 'cache/stored.ts'], why: 'where results of earlier runs are' },
    { to: 'node:url', by: ['cli/shared/program-digest.ts'], why: 'the files of this program' },
    { to: 'sources', why: 'packages of a workspace' },
    {
      to: 'sources/git',
      only: ['sources/git/changes.ts', 'sources/git/head.ts'],
      why: 'changed files; branch and commit',
    },
    { to: 'directives', kind: 'type', why: 'tells what exceptions were of no use' },
    { to: 'report', why: 'prints reports' },
    { to: 'baseline', why: 'applies known findings' },
    { to: 'waf/plan', why: 'plans migrations' },
    { to: 'waf/report', why: 'shows plans' },
    { to: 'config', why: 'reads the configuration' },
    { to: 'init', why: 'sets up a repository' },
    { to: 'diff', by: ['cli/init/init-show.ts'], why: 'shows what is written' },
    { to: 'chokidar', kind: 'lazy', by: ['cli/scan/watch-folder.ts'], why: 'watches files' },
    {
      to: 'node:child_process',
      by: ['cli/init/init-try-lint.ts'],
      why: 'tries the linter of the project, after it was agreed to',
    },
    { to: 'node:module', by: ['cli/init/init-try-lint.ts'], why: 'finds that linter' },
    { to: 'commander', why: 'reads the command line' },
    { to: 'node:fs', why: 'writes the output file' },
    {
      to: 'node:crypto',
      by: ['cli/scanning/signing-key.ts', 'cli/fix/fix-note.ts'],
      why: 'makes a key, and ids of notes',
    },
    { to: 'node:path', why: 'resolves paths of the command line' },
    { to: 'node:module', by: ['cli/main.ts'], why: 'loads the program' },
    { to: 'node:url', by: ['cli/main.ts'], why: 'finds it' },
    { to: 'node:readline/promises', by: ['cli/start.ts'], why: 'asks before it writes' },
    { to: 'node:tty', by: ['cli/start.ts'], why: 'asks only at a terminal' },
  ],
  'index.ts': [
    { to: 'eslint', only: ['eslint/plugin.ts', 'eslint/plugin-types.ts'], why: 'the package is the plugin' },
  ],
  'published.ts': [{ to: 'index.ts', why: 'the same, and under the name that `require` asks for' }],
};

export const ALLOWED: Readonly<Record<string, readonly Allowed[]>> = Object.fromEntries(
  [...new Set([...Object.keys(ROOMS), ...Object.keys(PASS_ALLOWANCES)])].map((room) => [
    room,
    [...(ROOMS[room] ?? []), ...(PASS_ALLOWANCES[room] ?? [])],
  ]),
);
