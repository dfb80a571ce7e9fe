/**
 * Rooms of `src` and of packages, and what each may import; `boundaries.test.ts` refuses the rest.
 *
 * A room is a folder directly in `src`; those of `hosts` are rooms of their own, and so is `languages/facts`, which
 * editors load without any other part of `languages`. Of a package, `catalogue-tools` is `packages/catalogue-tools/src`.
 * `ROOM_IMPORTS` has the imports between rooms, `FOLDER_IMPORTS` those between the folders of one room, `LIBRARIES` those of Node and of
 * other packages. A row that no import uses is refused too, and so is a file named in one that no import needs. When an
 * import is refused, ask first whether the code belongs in another room; where it does not, add a row with its reason.
 */

/** Kind of an import: `type` is erased; `lazy` is loaded when needed. */
export type Kind = 'value' | 'type' | 'lazy';

interface Narrowing {
  readonly why: string;
  /** Weakest allowed kind; any kind by default. */
  readonly kind?: Exclude<Kind, 'value'>;
  /** Files or folders that may make the import. */
  readonly by?: readonly string[];
}

export interface AllowedImport extends Narrowing {
  /** Room, or folder in one. */
  readonly to: string;
  /** Files that may be imported. */
  readonly only?: readonly string[];
}

export interface AllowedLibraries extends Narrowing {
  readonly names: readonly string[];
}

const CORE: AllowedImport = { to: 'core', why: 'types, and helpers that have no subject' };
const FACTS = 'languages/facts';

/** Imports between rooms, from the lowest floor to the highest: a room imports only rooms above it in this table. */
export const ROOM_IMPORTS: Readonly<Record<string, readonly AllowedImport[]>> = {
  core: [],
  knowledge: [CORE, { to: 'rules', by: ['knowledge/clients'], why: 'tables of SDKs and resources' }],
  files: [CORE],
  [FACTS]: [CORE],
  languages: [
    CORE,
    { to: FACTS, why: 'lowerings write facts' },
    { to: 'files', kind: 'type', why: 'look-ups of files are passed in' },
    {
      to: 'files',
      only: ['files/file-name.ts'],
      by: ['languages/table.ts', 'languages/python', 'languages/terraform'],
      why: 'folders of tests, names of manifests',
    },
    {
      to: 'files',
      only: ['files/tsconfig.ts', 'files/load-typescript.ts', 'files/resolve-specifier.ts', 'files/package-version.ts'],
      by: ['languages/javascript', 'languages/python'],
      why: 'the compiler and its settings, targets of specifiers, versions in lock files',
    },
    {
      to: 'knowledge/clients',
      only: ['knowledge/clients/gh.ts', 'knowledge/clients/resource-rows.ts'],
      by: ['languages/shell/row.ts', 'languages/terraform/row.ts'],
      why: 'names of a program and of resource types count as words of an API',
    },
  ],
  select: [
    CORE,
    { to: FACTS, why: 'names and expressions of a file' },
    { to: 'languages', only: ['languages/language-texts.ts'], why: 'lexical forms of each language' },
    { to: 'knowledge/clients', only: ['knowledge/clients/words.ts'], by: ['select/flow'], why: 'calls that send' },
  ],
  engine: [
    CORE,
    {
      to: FACTS,
      only: ['compiled-code', 'expressions', 'javascript-words', 'scope'].map((name) => `${FACTS}/${name}.ts`),
      why: 'expressions, scopes and their descriptions, but no lowering',
    },
    { to: 'knowledge/clients', why: 'client models, verbs and words' },
    { to: 'select', only: ['select/select-calls.ts'], why: 'calls that are worth evaluating' },
    {
      to: 'waf/check',
      only: ['waf/check/waf-migration.ts'],
      by: ['engine/all-checks.ts'],
      why: 'the check of migrations is one of the list: the only import upwards',
    },
  ],
  waf: [
    CORE,
    { to: FACTS, only: ['languages/facts/expressions.ts'], why: 'words of a file' },
    { to: 'engine', why: 'a check builds on the passes' },
  ],
  cache: [
    CORE,
    { to: 'files', why: 'stamps and texts of files' },
    { to: 'languages', kind: 'type', why: 'resolvers are passed in' },
    { to: 'select', kind: 'type', only: ['select/select-calls.ts'], why: 'the selection is a query' },
  ],
  report: [
    CORE,
    {
      to: 'engine/judge',
      only: ['engine/judge/describe-end.ts', 'engine/judge/replacement-text.ts', 'engine/judge/messages.ts'],
      why: 'findings in words',
    },
  ],
  config: [
    CORE,
    { to: 'files', only: ['files/load-typescript.ts'], why: 'compiles a configuration in TypeScript' },
    { to: 'knowledge', why: 'ids of deprecations, catalogues and clients of users' },
    { to: 'select', only: ['select/api-signs.ts'], why: 'ids of APIs' },
  ],
  scan: [
    CORE,
    { to: FACTS, why: 'versions of a file are compared, data that programs import' },
    { to: 'knowledge', why: 'catalogues that apply, globals and modules that the analysis looks for' },
    { to: 'files', why: 'lists and reads files' },
    { to: 'languages', why: 'which files hold code, and how it is read' },
    { to: 'select', why: 'which files and calls are read' },
    { to: 'engine', only: ['engine/analyse.ts'], by: ['scan/scan.ts'], why: 'the analysis' },
    {
      to: 'engine/judge',
      only: ['engine/judge/finding.ts', 'engine/judge/describe-end.ts'],
      why: 'the place of a finding, and its end in words',
    },
    { to: 'cache', why: 'results of earlier runs' },
    { to: 'report', why: 'the result is a report' },
    { to: 'config', only: ['config/settings.ts'], by: ['scan/scan.ts'], why: 'options of the API are settings' },
  ],
  'hosts/eslint': [
    CORE,
    { to: FACTS, why: 'lowers the tree of ESLint' },
    {
      to: 'knowledge/catalogue',
      only: ['knowledge/catalogue/catalogue-files.ts'],
      by: ['hosts/eslint/plugin.ts'],
      why: 'the version of the facts',
    },
    { to: 'files', why: 'look-ups of files that need no compiler' },
    { to: 'languages', only: ['languages/language-texts.ts'], why: 'lexical forms of JavaScript' },
    {
      to: 'languages',
      only: ['languages/javascript/parse.ts'],
      by: ['hosts/eslint/module-reader.ts'],
      why: 'reads imported TypeScript as the scanner does',
    },
    { to: 'select', why: 'which files and calls are read' },
    { to: 'engine', only: ['engine/analyse.ts'], why: 'the analysis' },
    {
      to: 'engine/judge',
      only: ['engine/judge/messages.ts', 'engine/judge/replacement-text.ts'],
      why: 'findings in words',
    },
    {
      to: 'config',
      only: ['config/checked-json.ts', 'config/settings.ts', 'config/setting-table.ts', 'config/load-config.ts'],
      why: 'settings are checked as those of the command line',
    },
    { to: 'scan/fix', only: ['scan/fix/fixes.ts'], why: 'exact replacements are suggestions' },
    {
      to: 'scan/baseline',
      only: ['scan/baseline/baseline-file.ts', 'scan/baseline/entry.ts'],
      by: ['hosts/eslint/report-findings.ts'],
      why: 'accepted findings are not reported',
    },
    {
      to: 'scan/directives',
      only: ['scan/directives/directive.ts', 'scan/directives/directive-ranges.ts'],
      why: 'the words of directives',
    },
    { to: 'report', only: ['report/rule-url.ts'], why: 'the page of a rule has one address' },
  ],
  'hosts/init': [
    CORE,
    { to: 'config', why: 'writes a configuration' },
    {
      to: 'files',
      only: ['files/file-probe.ts', 'files/load-typescript.ts', 'files/skip-log.ts', 'files/workspaces.ts'],
      why: 'reads the project, and configurations that are programs',
    },
    { to: 'knowledge', kind: 'type', only: ['knowledge/catalogue/packaged.ts'], why: 'APIs that the project uses' },
    { to: 'scan', only: ['scan/prepare-scan.ts'], by: ['hosts/init/project.ts'], why: 'APIs that the project uses' },
  ],
  'hosts/cli': [
    CORE,
    { to: 'knowledge', why: 'catalogues that a command line names, clients' },
    { to: 'files', why: 'names of files, git' },
    { to: 'engine', why: 'ends in words' },
    { to: 'cache', why: 'opens and clears it' },
    { to: 'report', why: 'writes reports' },
    { to: 'config', why: 'settings of flags and files' },
    { to: 'scan', why: 'runs scans' },
    { to: 'hosts/init', by: ['hosts/cli/init'], why: 'sets a project up' },
  ],
  hosts: [
    { to: 'core/lib', only: ['core/lib/v8-code.ts', 'core/lib/user-cache.ts'], why: 'caches compiled code' },
    { to: 'hosts/cli', kind: 'type', only: ['hosts/cli/start.ts'], why: 'the program that it loads' },
  ],
  'index.ts': [
    {
      to: 'hosts/eslint',
      only: ['hosts/eslint/plugin.ts', 'hosts/eslint/plugin-types.ts'],
      why: 'the package is the plugin',
    },
  ],
  'published.ts': [{ to: 'index.ts', why: 'the same, under the name that `require` asks for' }],
  'catalogue-tools': [
    CORE,
    { to: 'knowledge/catalogue', why: 'paths, the file format, and the package of newer catalogues' },
    {
      to: 'files',
      kind: 'type',
      only: ['files/load-typescript.ts'],
      why: 'the compiler is passed in',
    },
    { to: 'engine/judge', only: ['engine/judge/describe-end.ts'], why: 'days between two ends' },
    {
      to: 'report',
      only: ['report/catalogue-table.ts', 'report/csv.ts', 'report/report.ts'],
      why: 'entries and findings in words, rows of a table',
    },
    { to: 'hosts/cli', kind: 'type', why: 'parts of the program that it is given, flags' },
    {
      to: 'hosts/cli',
      only: ['hosts/cli/shared/io.ts', 'hosts/cli/shared/write-output.ts'],
      why: 'exit codes and output as of every command',
    },
  ],
  'waf-plan': [
    CORE,
    { to: 'waf/migration', why: 'mappings and limits' },
    { to: 'hosts/cli', kind: 'type', why: 'parts of the program that it is given' },
    {
      to: 'hosts/cli',
      only: ['hosts/cli/shared/io.ts', 'hosts/cli/shared/write-output.ts'],
      why: 'exit codes and output as of every command',
    },
  ],
};

/** Passes of the engine, each of which may import earlier ones. */
const PASSES = ['values', 'match', 'evaluate', 'requests', 'judge', 'checks'] as const;

/**
 * Folders of a room with the sibling folders that each may import; `.` means the room's own files. A room without a row
 * has no walls.
 */
export const FOLDER_IMPORTS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  core: { '.': ['model'], model: [], lib: ['.', 'model'], api: ['lib', 'model'], search: ['lib'] },
  knowledge: { catalogue: [], clients: [] },
  files: { '.': ['bundlers', 'git'], bundlers: ['.'], git: [] },
  [FACTS]: { '.': ['estree', 'typescript'], estree: ['.'], typescript: ['.'] },
  languages: {
    '.': ['javascript', 'python', 'shell', 'terraform'],
    holders: ['.'],
    javascript: ['.', 'holders'],
    python: ['.', 'holders', 'python/lowering'],
    'python/lowering': ['python'],
    shell: ['.', 'holders'],
    terraform: ['.', 'terraform/hcl'],
    'terraform/hcl': [],
  },
  select: { '.': ['flow'], flow: ['.'] },
  waf: { migration: [], check: ['migration'] },
  scan: { '.': ['baseline', 'directives', 'fix'], baseline: [], directives: [], fix: [] },
  'engine/requests': {
    calling: [],
    commands: ['calling'],
    sent: ['calling'],
    unknown: ['calling', 'commands'],
    sdk: ['calling', 'unknown'],
    described: ['calling', 'unknown'],
    '.': ['calling', 'commands', 'described', 'sdk', 'sent', 'unknown'],
  },
  engine: {
    ...Object.fromEntries(PASSES.map((pass, index) => [pass, PASSES.slice(0, index)])),
    '.': PASSES,
  },
  'hosts/eslint': { '.': ['rules'], rules: ['.'] },
  'hosts/cli': {
    shared: [],
    settings: ['shared'],
    scanning: ['settings', 'shared'],
    gate: ['scanning', 'settings'],
    reports: ['gate', 'shared'],
    explain: ['scanning', 'settings', 'shared'],
    fix: ['scanning', 'settings', 'shared'],
    scan: ['fix', 'gate', 'reports', 'scanning', 'settings', 'shared'],
    facts: ['gate', 'reports', 'scan', 'scanning', 'settings', 'shared'],
    catalogue: ['settings', 'shared'],
    init: ['scanning', 'settings', 'shared'],
    apis: ['scanning', 'settings', 'shared'],
    completion: ['shared'],
    schema: ['shared'],
    trend: ['reports', 'shared'],
    lsp: ['scanning', 'settings', 'shared'],
    mcp: ['explain', 'fix', 'scanning', 'settings', 'shared'],
    '.': [
      'apis',
      'catalogue',
      'completion',
      'explain',
      'facts',
      'init',
      'lsp',
      'mcp',
      'scan',
      'scanning',
      'schema',
      'settings',
      'shared',
      'trend',
    ],
  },
  'catalogue-tools': { '.': ['upstream', 'upstream/sdk'], upstream: [], 'upstream/sdk': [] },
  'waf-plan': { '.': ['plan', 'report'], plan: ['.'], report: ['plan'] },
};

/** Modules of Node and third-party packages that each room may load. */
export const LIBRARIES: Readonly<Record<string, readonly AllowedLibraries[]>> = {
  core: [
    { names: ['node:fs'], by: ['core/package-files.ts'], why: "reads the package's own files" },
    { names: ['node:url'], by: ['core/package-files.ts'], why: 'the folder of the package' },
    {
      names: ['node:module', 'node:path'],
      by: ['core/package-files.ts'],
      why: 'finds the package that is installed beside this one',
    },
    { names: ['node:fs'], by: ['core/lib/read-file.ts'], why: 'the one way to read a file' },
    { names: ['node:crypto'], by: ['core/lib/read-file.ts'], why: 'digest of read content' },
    { names: ['node:path'], by: ['core/lib/read-file.ts'], why: 'checks whether a path is in a folder' },
    { names: ['node:crypto'], by: ['core/lib/write-atomically.ts'], why: 'names temporary files' },
    { names: ['node:crypto'], by: ['core/lib/identity.ts'], why: 'digests of texts' },
    { names: ['node:fs'], by: ['core/lib/write-atomically.ts'], why: 'writes a file' },
    { names: ['node:fs'], by: ['core/lib/user-cache.ts'], why: 'checks who could have written a file' },
    { names: ['node:path'], by: ['core/lib/user-cache.ts'], why: 'finds the cache folder of the person' },
    { names: ['node:path'], by: ['core/lib/write-atomically.ts'], why: 'the temporary file is beside it' },
    { names: ['node:buffer'], by: ['core/lib/read-file.ts'], why: 'detects text that is not UTF-8' },
    { names: ['jsonc-parser'], kind: 'lazy', by: ['core/lib/json.ts'], why: 'comments, and places in JSON' },
    { names: ['jsonc-parser'], kind: 'type', by: ['core/lib/json.ts'], why: 'names its nodes and options' },
    {
      names: ['node:module'],
      by: ['core/built-module.ts'],
      why: 'loads validators and libraries only when they are needed',
    },
    { names: ['node:url'], by: ['core/built-module.ts'], why: 'finds them' },
    { names: ['node:v8'], by: ['core/lib/v8-code.ts'], why: 'when V8 optimizes' },
    {
      names: ['node:vm'],
      by: ['core/lib/bounded-run.ts'],
      why: 'ends code that cannot be interrupted; runs only own functions',
    },
    {
      names: ['node:fs', 'node:module', 'node:path', 'node:v8', 'node:vm', 'node:zlib'],
      by: ['core/lib/v8-code.ts'],
      why: "caches V8's compiled code of this package",
    },
    {
      names: ['node:crypto', 'node:path'],
      by: ['core/lib/form-cache.ts'],
      why: 'caches compiled forms of large catalogues',
    },
    {
      names: [
        '@lezer/javascript',
        '@lezer/python',
        '@modelcontextprotocol/sdk/server/index.js',
        '@modelcontextprotocol/sdk/server/stdio.js',
        '@modelcontextprotocol/sdk/types.js',
        'brace-expansion',
        'jsonc-parser',
        'unbash',
        'vscode-languageserver/node',
        'yaml',
      ],
      kind: 'type',
      by: ['core/lib/late-library.ts'],
      why: 'locates modules that are loaded late',
    },
    { names: ['fast-string-width'], by: ['core/lib/terminal-text.ts'], why: 'columns that a text takes on a terminal' },
    { names: ['fast-wrap-ansi'], by: ['core/lib/terminal-text.ts'], why: 'breaks texts for a terminal' },
  ],
  'languages/facts': [
    { names: ['jsonc-parser'], kind: 'type', by: ['languages/facts/json.ts'], why: 'names its nodes' },
    {
      names: ['@typescript-eslint/utils'],
      kind: 'type',
      by: ['languages/facts/estree.ts'],
      why: 'names the nodes that ESLint hands over',
    },
    {
      names: ['ts-morph'],
      kind: 'type',
      by: ['languages/facts/typescript.ts'],
      why: "names the compiler's nodes; the parser itself is passed in",
    },
    {
      names: ['@typescript-eslint/utils'],
      kind: 'type',
      by: ['languages/facts/estree'],
      why: 'names the nodes that ESLint hands over',
    },
    {
      names: ['ts-morph'],
      kind: 'type',
      by: ['languages/facts/typescript'],
      why: "names the compiler's nodes; the parser itself is passed in",
    },
  ],
  knowledge: [
    { names: ['node:crypto'], by: ['knowledge/catalogue/read-file.ts'], why: 'digest of a catalogue' },
    { names: ['node:crypto'], by: ['knowledge/catalogue/catalogue-files.ts'], why: 'who has made newer catalogues' },
    { names: ['node:fs'], by: ['knowledge/catalogue/catalogue-files.ts'], why: 'where a link to them leads' },
    { names: ['node:util'], by: ['knowledge/catalogue'], why: 'whether two catalogues say the same' },
    {
      names: ['node:path'],
      by: ['knowledge/catalogue/packaged.ts', 'knowledge/catalogue/catalogue-files.ts'],
      why: 'finds files of packages',
    },
  ],
  files: [
    { names: ['brace-expansion'], kind: 'lazy', by: ['files/ignore-rules.ts'], why: 'globs with braces' },
    { names: ['yaml'], kind: 'lazy', by: ['files/workspaces.ts'], why: 'reads the workspaces of pnpm' },
    {
      names: ['ts-morph'],
      kind: 'lazy',
      by: ['files/load-typescript.ts'],
      why: 'parses, only when something needs parsing',
    },
    { names: ['node:fs'], why: 'reads the tree' },
    { names: ['node:path'], why: 'names files' },
    {
      names: ['node:module'],
      by: ['files/load-typescript.ts', 'files/resolve-specifier.ts'],
      why: 'loads the compiler late; knows built-in modules',
    },
    { names: ['ts-morph'], kind: 'type', by: ['files/import-uses.ts'], why: 'names its project and its nodes' },
    {
      names: ['@lezer/javascript'],
      kind: 'lazy',
      by: ['files/bundlers/program-syntax.ts'],
      why: 'parses configurations that are programs, without the compiler',
    },
    { names: ['@lezer/common'], kind: 'type', by: ['files/bundlers'], why: 'names the nodes of its trees' },
    { names: ['@lezer/lr'], kind: 'type', by: ['files/bundlers/program-syntax.ts'], why: 'names the parser' },
    { names: ['node:fs'], by: ['files/bundlers'], why: 'ends at the top of the repository' },
    { names: ['node:path'], by: ['files/bundlers'], why: 'names files' },
    { names: ['node:fs'], by: ['files/git'], why: 'looks for a repository' },
    { names: ['node:path'], by: ['files/git'], why: 'names files of the repository' },
    { names: ['node:child_process'], by: ['files/git/run-git.ts'], why: 'the one place that starts a program' },
  ],
  languages: [
    { names: ['@lezer/python'], kind: 'lazy', by: ['languages/python/parse.ts'], why: 'the parser' },
    { names: ['@lezer/common'], kind: 'type', by: ['languages/python'], why: 'names the nodes of its trees' },
    { names: ['node:path'], by: ['languages/python/imports.ts', 'languages/python/row.ts'], why: 'names manifests' },
    { names: ['yaml'], kind: 'lazy', by: ['languages/holders/yaml-file.ts'], why: 'reads pipelines' },
    { names: ['yaml'], kind: 'type', by: ['languages/holders/yaml-file.ts'], why: 'names its nodes' },
    { names: ['jsonc-parser'], kind: 'type', by: ['languages/holders/manifest.ts'], why: 'names its nodes' },
    { names: ['node:path'], by: ['languages/javascript/row.ts'], why: 'names files' },
    { names: ['unbash'], kind: 'lazy', by: ['languages/shell'], why: 'the parser, and the types of its trees' },
    { names: ['node:path'], by: ['languages/shell/imports.ts'], why: 'names of files' },
    { names: ['node:path'], by: ['languages/terraform'], why: 'names folders' },
  ],
  'hosts/eslint': [
    { names: ['@typescript-eslint/utils', 'eslint'], kind: 'type', why: "types of ESLint's trees and rules" },
    { names: ['node:fs'], why: 'reads imported files' },
    { names: ['node:path'], why: 'names of imported files' },
    { names: ['node:util'], by: ['hosts/eslint/shared-analysis.ts'], why: 'compares parser options' },
    { names: ['node:url'], by: ['hosts/eslint/report-findings.ts'], why: 'address of the installed page of a rule' },
    { names: ['node:module'], by: ['hosts/eslint/parse-module.ts'], why: 'finds parsers that a configuration names' },
  ],
  cache: [
    { names: ['node:fs'], by: ['cache/scan-cache.ts'], why: 'clears its folder' },
    { names: ['node:fs'], by: ['cache/resolution-inputs.ts'], why: 'recognises links, whose stamps are incomplete' },
    { names: ['node:crypto'], by: ['cache/stored.ts'], why: 'signs cached data' },
    { names: ['node:path'], why: 'names files' },
  ],
  scan: [
    { names: ['node:fs'], by: ['scan/open-scan.ts'], why: 'looks whether the scanned folder is one' },
    { names: ['node:fs'], by: ['scan/why-not-scanned.ts'], why: 'looks whether a file that is asked about is there' },
    { names: ['node:v8'], by: ['scan/resource-limit.ts'], why: 'size of the heap' },
    { names: ['node:vm'], by: ['scan/resource-limit.ts'], why: 'reaches the collector of garbage; runs nothing else' },
    { names: ['node:path'], why: 'names files' },
    { names: ['node:fs'], by: ['scan/baseline/lock-file.ts'], why: 'makes the lock beside a baseline' },
    { names: ['node:path'], by: ['scan/baseline/lock-file.ts'], why: 'names it' },
    { names: ['node:os'], by: ['scan/baseline/lock-file.ts'], why: 'says on which machine its holder is' },
    { names: ['node:crypto'], by: ['scan/baseline/lock-file.ts'], why: 'identifies the holder of a lock' },
  ],
  report: [
    { names: ['picocolors'], why: 'colours on a terminal' },
    { names: ['node:path'], by: ['report/formats.ts'], why: 'two reports must not go to one file' },
  ],
  config: [
    { names: ['node:fs'], why: 'reads configuration files' },
    { names: ['node:path'], why: 'finds the file upward' },
    { names: ['node:os'], by: ['config/load-config.ts'], why: 'not above the home folder' },
    { names: ['node:url'], by: ['config/load-config.ts'], why: 'imports a JavaScript configuration' },
    { names: ['node:vm'], by: ['config/load-config.ts'], why: 'runs a TypeScript configuration' },
    { names: ['node:module'], why: 'loads the JSON parser late, and imports of a TypeScript configuration' },
  ],
  'hosts/init': [
    { names: ['yaml'], kind: 'type', by: ['hosts/init/edit-texts.ts'], why: 'names its documents' },
    { names: ['yaml'], kind: 'lazy', by: ['hosts/init/edit-texts.ts'], why: 'adds to hooks and configurations' },
    {
      names: ['jsonc-parser'],
      kind: 'lazy',
      by: ['hosts/init/edit-texts.ts'],
      why: 'adds to configurations with comments',
    },
    { names: ['node:util'], by: ['hosts/init/edit-texts.ts'], why: 'whether a document says the same as before' },
    { names: ['node:fs'], why: 'looks at the folder' },
    { names: ['node:path'], why: 'names of files' },
  ],
  'hosts/cli': [
    { names: ['diff'], by: ['hosts/cli/fix/fix-diff.ts'], why: 'diff of fixes' },
    { names: ['picocolors'], by: ['hosts/cli/fix/fix-diff.ts'], why: 'a diff on a terminal' },
    { names: ['node:buffer'], by: ['hosts/cli/fix/fixable-file.ts'], why: 'detects text that is not UTF-8' },
    { names: ['node:url'], by: ['hosts/cli/shared/program-digest.ts'], why: 'the files of this program' },
    { names: ['vscode-languageserver/node'], kind: 'type', why: 'types of messages to an editor' },
    { names: ['vscode-languageserver'], kind: 'lazy', why: 'speaks to editors' },
    {
      names: ['@modelcontextprotocol/sdk'],
      kind: 'lazy',
      by: ['hosts/cli/mcp/serve-assistant.ts'],
      why: 'speaks to assistants',
    },
    { names: ['node:stream'], kind: 'type', by: ['hosts/cli/shared/io.ts'], why: 'streams of servers' },
    { names: ['node:crypto'], by: ['hosts/cli/lsp/serve.ts'], why: 'compares states of a file' },
    { names: ['node:url'], by: ['hosts/cli/lsp/client.ts'], why: 'addresses of files' },
    { names: ['diff'], by: ['hosts/cli/init/init-command.ts'], why: 'shows changes before writing' },
    { names: ['chokidar'], kind: 'lazy', by: ['hosts/cli/scan/watch.ts'], why: 'watches files' },
    {
      names: ['node:child_process'],
      by: ['hosts/cli/init/init-try-lint.ts'],
      why: 'tries the linter of the project, after it was agreed to',
    },
    { names: ['node:module'], by: ['hosts/cli/init/init-try-lint.ts'], why: 'finds that linter' },
    { names: ['commander'], why: 'reads the command line' },
    { names: ['node:fs'], why: 'writes the output file' },
    {
      names: ['node:crypto'],
      by: ['hosts/cli/scanning/facts-files.ts', 'hosts/cli/fix/interrupted-fixes.ts'],
      why: 'makes a key, and ids of notes',
    },
    { names: ['node:path'], why: 'resolves paths of the command line' },
    { names: ['node:module'], by: ['hosts/cli/packaged-commands.ts'], why: 'loads commands of packages' },
    { names: ['node:readline/promises'], by: ['hosts/cli/start.ts'], why: 'asks before it writes' },
    { names: ['node:tty'], by: ['hosts/cli/start.ts'], why: 'asks only at a terminal' },
  ],
  hosts: [{ names: ['node:module', 'node:url'], by: ['hosts/main.ts'], why: 'finds and loads the program' }],
  'catalogue-tools': [
    { names: ['commander'], kind: 'type', why: 'names commands: its code is given by the program' },
    { names: ['node:buffer'], by: ['catalogue-tools/export-calendar.ts'], why: 'octets of a line' },
    { names: ['node:fs'], why: 'reads files named on the command line' },
    { names: ['node:path'], why: 'resolves paths of the command line' },
    { names: ['yaml'], kind: 'lazy', by: ['catalogue-tools/upstream/read-document.ts'], why: 'reads YAML' },
    {
      names: ['htmlparser2'],
      by: [
        'catalogue-tools/upstream/html-lines.ts',
        'catalogue-tools/upstream/markup-depth.ts',
        'catalogue-tools/upstream/page.ts',
      ],
      why: 'pages and feeds',
    },
    { names: ['node:path'], by: ['catalogue-tools/upstream/references.ts'], why: 'files that files refer to' },
    { names: ['structured-headers'], by: ['catalogue-tools/upstream/http-dates.ts'], why: 'dates of headers' },
    { names: ['http-link-header'], by: ['catalogue-tools/upstream/har.ts'], why: 'links of headers' },
    {
      names: ['node:crypto'],
      by: ['catalogue-tools/upstream/catalogue-of-openapi.ts', 'catalogue-tools/upstream/catalogue-of-har.ts'],
      why: 'digest of read content',
    },
  ],
  'waf-plan': [
    { names: ['commander'], kind: 'type', why: 'names commands: its code is given by the program' },
    { names: ['node:module'], by: ['waf-plan/validator.ts'], why: 'loads the validator of exports' },
    { names: ['node:url'], by: ['waf-plan/validator.ts'], why: 'finds it' },
    { names: ['node:path'], why: 'resolves paths of the command line' },
    { names: ['node:buffer'], by: ['waf-plan/plan/limits.ts'], why: 'sizes in bytes' },
  ],
};
