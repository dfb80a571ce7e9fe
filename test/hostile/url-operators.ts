import type { Draft, UrlStep } from './url-program.js';

/** Way to build a text, with the statements that it needs. */
interface UrlOperator {
  readonly title: string;
  /** Writes the statements and gives the expression of the text, if there is one. */
  run(draft: Draft, step: UrlStep): string | undefined;
}

/** Texts, lists, tables and functions of a program, selected by the numbers of a step. */
class Pick {
  readonly #draft: Draft;
  readonly #picks: readonly number[];
  #next = 0;

  constructor(draft: Draft, picks: readonly number[]) {
    this.#draft = draft;
    this.#picks = picks;
  }

  number(below: number): number {
    const number = this.#picks[this.#next % this.#picks.length] ?? 0;
    this.#next += 1;
    return number % below;
  }

  text(): string {
    return this.of(this.#draft.texts);
  }

  list(): string {
    return this.of(this.#draft.lists);
  }

  table(): string {
    return this.of(this.#draft.tables);
  }

  function(): string {
    return this.of(this.#draft.functions);
  }

  side(): 'left' | 'right' {
    return this.number(2) === 0 ? 'left' : 'right';
  }

  /** Prefers recent items, so that steps build on earlier results. */
  of(among: readonly string[]): string {
    return among[among.length - 1 - this.number(among.length)] ?? "''";
  }
}

interface Bound {
  readonly draft: Draft;
  readonly pick: Pick;
  /** A text literal. */
  readonly word: string;
  /** A property name. */
  readonly key: string;
}

/** Operator whose text is bound to a name. */
function text(title: string, build: (given: Bound) => string): UrlOperator {
  return {
    title,
    run(draft, { picks, word, key }) {
      const expression = build({ draft, pick: new Pick(draft, picks), word: JSON.stringify(word), key });
      const name = draft.name();
      draft.lines.push(`const ${name} = ${expression};`);
      return name;
    },
  };
}

/** Operator that adds definitions to the program. */
function define(title: string, write: (given: Bound) => void): UrlOperator {
  return {
    title,
    run(draft, { picks, word, key }) {
      write({ draft, pick: new Pick(draft, picks), word: JSON.stringify(word), key });
      return undefined;
    },
  };
}

const OPERATORS: readonly UrlOperator[] = [
  // Plain texts
  text('an unknown text', ({ draft }) => draft.unknown('runtime')),
  text('a word', ({ word }) => word),
  text('a sum', ({ pick, word }) => `${pick.text()} + ${word} + ${pick.text()}`),
  text('a sum with a number', ({ pick }) => `${pick.text()} + '/' + ${pick.number(9)} + ${pick.number(9)} + '/'`),
  text('a sum of numbers', ({ pick }) => `${pick.number(9)} + ${pick.number(9)} + ${pick.text()}`),
  text('a template', ({ pick, word }) => `\`\${${pick.text()}}/\${${word}}/x\${${pick.text()}}\``),
  text('a raw template', ({ pick }) => `String.raw\`\${${pick.text()}}/raw\\x/\${${pick.text()}}\``),
  text('a conditional', ({ draft, pick }) => `${draft.unknown('coin')} ? ${pick.text()} : ${pick.text()}`),
  text(
    'a fallback of an unknown text',
    ({ draft, pick }) => `${draft.unknown('coin')} && ${pick.text()} || ${pick.text()}`,
  ),
  text('a fallback of nothing', ({ pick }) => `[null, undefined, ''][${pick.number(3)}] || ${pick.text()}`),
  text(
    'a nullish fallback',
    ({ draft, pick }) => `(${draft.unknown('coin')} ? ${pick.text()} : undefined) ?? ${pick.text()}`,
  ),
  text('an optional chain', ({ pick }) => `${pick.text()}?.toString() + (${bare(pick.table())})?.${pick.side()}`),
  // Methods of texts
  text('concat', ({ pick, word }) => `${pick.text()}.concat('/', ${pick.text()}, ${word})`),
  text('replace', ({ pick, word }) => `(${pick.text()} + '/:id/:id' + ${pick.text()}).replace(':id', ${word})`),
  text('replace an existing part', ({ pick }) => `${pick.text()}.replace(${pick.text()}, 'new')`),
  text('replaceAll', ({ pick, word }) => `(${pick.text()} + '/{id}/{id}').replaceAll('{id}', ${word})`),
  text(
    'replace by a pattern',
    ({ pick }) =>
      `(${pick.text()} + ${pick.text()}).replace(${pick.of(['/\\/+$/', '/^\\/+|\\/+$/g', '/\\//g', '/[a-e]/', '/\\/$/', '/s\\/t/g', '/(\\w)s/', '/^[a-z]+:/'])}, ${pick.of(["''", "'-'", "'$1x'", "'$&$&'", "'$$'"])})`,
  ),
  text('replace by a function', ({ pick }) => `${pick.text()}.replace(/[aeo]/g, (letter) => letter.toUpperCase())`),
  text(
    'replace something unknown',
    ({ draft, pick }) => `${pick.text()}.replace(${draft.unknown('runtime')}[0] ?? 'z', 'y')`,
  ),
  text('slice', ({ pick }) => `(${pick.text()} + ${pick.text()}).slice(${numbers(pick)})`),
  text('substring', ({ pick }) => `(${pick.text()} + ${pick.text()}).substring(${numbers(pick)})`),
  text('substr', ({ pick }) => `(${pick.text()} + ${pick.text()}).substr(${numbers(pick)})`),
  text('slice to an index', ({ pick }) => `(${pick.text()} + '?q=1').slice(0, (${pick.text()} + '?').indexOf('?'))`),
  text('slice at a conditional index', ({ pick }) => `${pick.text()}.slice(${pick.text()}.startsWith('/') ? 1 : 0)`),
  text('cases', ({ pick }) => `${pick.text()}.${pick.of(['toLowerCase()', 'toUpperCase()'])}`),
  text(
    'trims',
    ({ pick }) => `('  ' + ${pick.text()} + ' ' + '  ').${pick.of(['trim()', 'trimStart()', 'trimEnd()'])}`,
  ),
  text(
    'methods that change little',
    ({ pick }) =>
      `${pick.text()}.${pick.of(['toString()', 'valueOf()', 'normalize()', 'padEnd(3)', "padStart(80, '/')", 'at(-1)', 'charAt(1)', 'repeat(2)'])}`,
  ),
  text(
    'split and join',
    ({ pick }) =>
      `${pick.text()}.split(${pick.of(["'/'", "''", '/\\//', "'e'"])}${pick.of(['', ', 2'])}).join(${pick.of(["'/'", "'-'", ''])})`,
  ),
  text('split and index', ({ pick }) => `(${pick.text()} + '/x/y').split('/')[${pick.number(2)}] + '/'`),
  text('encodeURIComponent', ({ pick }) => `encodeURIComponent(${pick.text()})`),
  text('encodeURI', ({ pick, word }) => `encodeURI(${pick.text()} + ${word})`),
  text('decodeURIComponent', ({ pick }) => `decodeURIComponent('%2Fa%20' + ${pick.text()}.replaceAll('%', ''))`),
  text('String', ({ pick }) => `String(${pick.text()}) + String(${pick.list()})`),
  text('JSON.stringify', ({ pick }) => `JSON.stringify(${pick.text()})`),
  // Variables
  define('a variable that grows', ({ draft, pick, word }) => {
    const name = draft.name();
    draft.lines.push(`let ${name} = ${pick.text()};`, `${name} += ${word};`, `${name} = ${name} + ${pick.text()};`);
    draft.texts.push(name);
  }),
  define('a variable that is set in branches', ({ draft, pick, word }) => {
    const name = draft.name();
    draft.lines.push(
      `let ${name} = ${pick.text()};`,
      `if (${draft.unknown('coin')}) { ${name} += ${word}; } else { ${name} = ${pick.text()}; }`,
      draft.send(`${name} + '/b'`),
      `${name} += '/end';`,
    );
    draft.texts.push(name);
  }),
  define('a variable with logical assignments', ({ draft, pick }) => {
    const name = draft.name();
    draft.lines.push(
      `let ${name};`,
      `${name} ??= ${pick.text()};`,
      `${name} ||= ${pick.text()};`,
      `${name} &&= ${name} + '/and';`,
    );
    draft.texts.push(name);
  }),
  define('a variable that a function sets', ({ draft, pick, word }) => {
    const [name, setter] = [draft.name(), draft.name()];
    draft.lines.push(
      `var ${name} = ${pick.text()};`,
      `function ${setter}() { ${name} = ${pick.text()} + ${word}; }`,
      `if (${draft.unknown('coin')}) ${setter}();`,
    );
    draft.texts.push(name);
  }),
  define('variables that change places', ({ draft, pick }) => {
    const [one, other] = [draft.name(), draft.name()];
    draft.lines.push(
      `let [${one}, ${other}] = [${pick.text()}, ${pick.text()}];`,
      `[${one}, ${other}] = [${other}, ${one}];`,
    );
    draft.texts.push(one, other);
  }),
  define('a counter', ({ draft, pick }) => {
    const [name, step] = [draft.name(), pick.of(['++', '--', ' *= 2', ' += 2', ' -= 1'])];
    draft.lines.push(
      `let ${name} = ${pick.number(3)};`,
      draft.send(`${pick.text()} + ${name}`),
      `${name}${step};`,
      draft.send(`${pick.text()} + ${name}`),
    );
  }),
  // Lists
  define('a list', ({ draft, pick, word }) => {
    const name = draft.name();
    draft.lines.push(`const ${name} = [${pick.text()}, ...${pick.list()}, ${word}, ${pick.text()}];`);
    draft.lists.push(name);
  }),
  define('a list of unknown length', ({ draft, pick }) => {
    const name = draft.name();
    draft.lines.push(`const ${name} = [${pick.text()}, ...${draft.unknown('series')}, ${pick.text()}];`);
    draft.lists.push(name);
  }),
  define('a list made of a list', ({ draft, pick, word }) => {
    const [name, item] = [draft.name(), draft.local()];
    const made = pick.of([
      `map((${item}) => ${item} + ${word})`,
      `map((${item}, i) => \`\${i}\${${item}}\`)`,
      `flatMap((${item}) => [${item}, ${word}])`,
      `filter((${item}) => ${item}.length > 5)`,
      'filter(Boolean)',
      'slice(1)',
      'slice(-2)',
      'slice(0, 1)',
      `slice(${draft.unknown('coin')} ? 1 : 0)`,
      'reverse()',
      'toReversed()',
      'toSorted()',
      'sort()',
      `concat(${word}, [${word}])`,
      'flat()',
    ]);
    draft.lines.push(`const ${name} = [...${pick.list()}].${made};`);
    draft.lists.push(name);
  }),
  define('a list that is changed', ({ draft, pick, word }) => {
    const name = draft.name();
    const change = pick.of([
      `push(${word})`,
      `push(...${pick.list()})`,
      `unshift(${word})`,
      'pop()',
      'shift()',
      'reverse()',
      'sort()',
      `splice(0, 1, ${word})`,
      `fill(${word})`,
    ]);
    draft.lines.push(`const ${name} = [...${pick.list()}];`, `${name}.${change};`);
    draft.lists.push(name);
  }),
  define('a list that may be added to', ({ draft, pick, word }) => {
    const name = draft.name();
    draft.lines.push(
      `const ${name} = [${pick.text()}];`,
      `if (${draft.unknown('coin')}) { ${name}.push(${word}); }`,
      draft.send(`${name}.join('/')`),
      `${name}.push(${pick.text()});`,
    );
    draft.lists.push(name);
  }),
  define('lists of sets and maps', ({ draft, pick, word }) => {
    const [name, set] = [draft.name(), draft.name()];
    draft.lines.push(
      `const ${set} = new Set([${pick.text()}, ...${pick.list()}]);`,
      `${set}.add(${word});`,
      `const ${name} = ${pick.of([`[...${set}]`, `Array.from(${set})`, `[...${set}.values()]`, `[...new Map([[${pick.text()}, ${word}]]).keys()]`, `[...new Map([[${word}, ${pick.text()}]]).values()]`])};`,
    );
    draft.lists.push(name);
  }),
  define('lists of tables', ({ draft, pick }) => {
    const name = draft.name();
    draft.lines.push(`const ${name} = Object.${pick.of(['keys', 'values'])}(${pick.table()});`);
    draft.lists.push(name);
  }),
  text('a joined list', ({ pick }) => `${pick.list()}.join(${pick.of(["'/'", '', "''"])})`),
  text('a list with nothing in it', ({ pick }) => `[${pick.text()}, null, undefined, ${pick.text()}].join('/')`),
  text('an element', ({ pick }) => `${pick.list()}[${pick.number(2)}] + '/'`),
  text('an unknown element', ({ draft, pick }) => `${pick.list()}[${draft.unknown('coin')} ? 0 : 1] + ${pick.text()}`),
  text(
    'a found element',
    ({ pick }) =>
      `${pick.list()}.${pick.of(['at(-1)', 'at(0)', 'find((x) => x.length > 0)', 'slice().pop()', 'slice().shift()'])} + '/'`,
  ),
  text('reduce', ({ pick }) => `${pick.list()}.reduce((all, one) => all + '/' + one)`),
  text('a list as a text', ({ pick }) => `\`\${${pick.list()}}\``),
  define('a list taken apart', ({ draft, pick, word }) => {
    const [one, rest] = [draft.name(), draft.name()];
    draft.lines.push(`const [${one} = ${word}, ...${rest}] = ${pick.list()};`);
    draft.texts.push(one);
    draft.lists.push(rest);
  }),
  // Loops
  define('a loop over a list', ({ draft, pick }) => {
    const item = draft.local();
    draft.lines.push(`for (const ${item} of ${pick.list()}) { ${draft.send(`${pick.text()} + '/' + ${item}`)} }`);
  }),
  define('a loop over the keys of a table', ({ draft, pick }) => {
    const [item, table] = [draft.local(), pick.table()];
    draft.lines.push(
      `for (const ${item} in ${table}) { ${draft.send(`${pick.text()} + '/' + ${item} + '/' + (${table})[${item}]`)} }`,
    );
  }),
  define('a loop over the entries of a table', ({ draft, pick }) => {
    const [key, value] = [draft.local(), draft.local()];
    draft.lines.push(
      `for (const [${key}, ${value}] of Object.entries(${pick.table()})) { ${draft.send(`${pick.text()} + '/' + ${key} + '/' + ${value}`)} }`,
    );
  }),
  define('a text that grows in a loop', ({ draft, pick, word }) => {
    const [name, item] = [draft.name(), draft.local()];
    const grow = pick.of([
      `${name} += '/' + ${item};`,
      `${name} = ${name} + ${item};`,
      `if (${draft.unknown('coin')}) ${name} += ${word};`,
      `${name} += ${item}; ${name} += ${word};`,
      `${name} = ${item} + ${word};`,
    ]);
    draft.lines.push(
      `let ${name} = ${pick.text()};`,
      `for (const ${item} of ${pick.list()}) { ${draft.send(`${name} + '/in'`)} ${grow} ${draft.send(`${name} + '/out'`)} }`,
    );
    draft.texts.push(name);
  }),
  define('a text that grows in forEach', ({ draft, pick }) => {
    const [name, item] = [draft.name(), draft.local()];
    draft.lines.push(
      `let ${name} = ${pick.text()};`,
      `${pick.list()}.forEach((${item}) => { ${name} += '/' + ${item}; });`,
    );
    draft.texts.push(name);
  }),
  define('a counted loop', ({ draft, pick }) => {
    const [name, item] = [draft.name(), draft.local()];
    draft.lines.push(
      `let ${name} = ${pick.text()};`,
      `for (let ${item} = 0; ${item} < ${pick.number(4)}; ${item}++) { ${name} += ${item}; ${draft.send(`${pick.text()} + '/' + ${item}`)} }`,
    );
    draft.texts.push(name);
  }),
  define('a list that grows in a loop', ({ draft, pick, word }) => {
    const [name, item] = [draft.name(), draft.local()];
    draft.lines.push(
      `const ${name} = [];`,
      `for (const ${item} of ${pick.list()}) { ${name}.push(${item} + ${word}); }`,
    );
    draft.lists.push(name);
  }),
  // Tables
  define('a table', ({ draft, pick, word, key }) => {
    const name = draft.name();
    draft.lines.push(
      `const ${name} = { left: ${pick.text()}, ${key}: ${word}, get right() { return ${pick.text()} + this.left; } };`,
    );
    draft.tables.push(name);
  }),
  define('a table with spreads', ({ draft, pick, word }) => {
    const name = draft.name();
    const own = pick.of([
      `left: ${word}`,
      `['right']: ${word}`,
      `[${draft.unknown('coin')} ? 'left' : 'right']: ${word}`,
      'none: 1',
    ]);
    draft.lines.push(
      `const ${name} = { ...${pick.table()}, ${own}, ...${pick.of([pick.table(), draft.unknown('record'), `(${draft.unknown('coin')} && ${bare(pick.table())})`, '{}'])} };`,
    );
    draft.tables.push(name);
  }),
  define('a table by Object.assign', ({ draft, pick }) => {
    const name = draft.name();
    draft.lines.push(
      `const ${name} = Object.${pick.of(['freeze', 'seal'])}(Object.assign({ left: 'x' }, ${pick.table()}, ${pick.of([`{ right: ${pick.text()} }`, draft.unknown('record'), pick.table()])}));`,
    );
    draft.tables.push(name);
  }),
  define('a table that is changed', ({ draft, pick, word }) => {
    const name = draft.name();
    draft.lines.push(
      `const ${name} = { ...${pick.table()} };`,
      pick.of([
        `${name}.left = ${pick.text()};`,
        `${name}['right'] += ${word};`,
        `if (${draft.unknown('coin')}) { ${name}.left = ${word}; }`,
        `${name}[${draft.unknown('coin')} ? 'left' : 'right'] = ${word};`,
        `delete ${name}.left; ${name}.left ??= ${word};`,
      ]),
    );
    draft.tables.push(name);
  }),
  define('a method of a table', ({ draft, pick, word }) => {
    const name = draft.name();
    draft.lines.push(
      `const ${name} = { left: ${pick.text()}, right: ${word}, url(rest) { return this.left + '/' + rest; }, arrow: (rest) => rest + '/arrow' };`,
    );
    if (pick.number(2) === 0) draft.lines.push(`${name}.left = ${pick.text()};`);
    draft.texts.push(`${name}.url(${pick.text()})`, `${name}.arrow(${pick.text()})`);
    draft.tables.push(name);
  }),
  text('a property', ({ pick }) => `(${bare(pick.table())}).${pick.side()} + '/'`),
  text('an element of a table', ({ pick }) => `(${bare(pick.table())})['${pick.side()}'] + '/'`),
  text(
    'an unknown property',
    ({ draft, pick }) => `(${bare(pick.table())})[${draft.unknown('coin')} ? 'left' : 'right'] + '/'`,
  ),
  text(
    'a nested table',
    ({ pick, key }) =>
      `({ ${key}: { deep: [{ at: ${pick.text()} }, ${pick.table()}] } }).${key}.deep[1].${pick.side()} + '/'`,
  ),
  define('a table taken apart', ({ draft, pick, word }) => {
    const [one, other, rest] = [draft.name(), draft.name(), draft.name()];
    draft.lines.push(`const { left: ${one}, none: ${other} = ${word}, ...${rest} } = ${pick.table()};`);
    draft.texts.push(one, other, `(${rest}.right + '/')`);
  }),
  text(
    'a look-up in a Map',
    ({ pick, word }) => `new Map([['x', ${pick.text()}], ['y', ${word}]]).get('${pick.of(['x', 'y'])}') + '/'`,
  ),
  define('an enum', ({ draft, pick }) => {
    const name = draft.local();
    draft.lines.push(`enum ${name} { left = 'one', right = 'two', third = left }`);
    draft.texts.push(`${name}.${pick.of(['left', 'right', 'third'])}`);
  }),
  // Functions
  define('a function', ({ draft, pick, word }) => {
    const name = draft.name();
    const body = pick.of([
      `return first + '/' + second;`,
      `if (${draft.unknown('coin')}) return second; return first + ${word};`,
      `const inner = first + ${word}; return \`\${inner}/\${second}\`;`,
      `first += ${word}; return first + second;`,
      `return ${pick.function()}(second, first);`,
      `${draft.send(`first + ${word}`)} return first;`,
      `switch (second) { case ${word}: return first; default: return ${pick.text()} + second; }`,
      `try { return first + second; } finally { ${draft.send('second')} }`,
    ]);
    draft.lines.push(
      pick.of([
        `function ${name}(first, second = ${word}) { ${body} }`,
        `const ${name} = (first, second = ${pick.text()}) => { ${body} };`,
        `const ${name} = function (first, second) { ${body} };`,
      ]),
    );
    draft.functions.push(name);
  }),
  define('a function with a rest parameter', ({ draft, pick }) => {
    const name = draft.name();
    draft.lines.push(
      `const ${name} = (first, ...rest) => ${pick.of(["[first, ...rest].join('/')", "first + rest.join('')", 'first + rest[0]', "[...rest, first].join('-')"])};`,
    );
    draft.functions.push(name);
  }),
  define('a function of an object', ({ draft, pick, word }) => {
    const name = draft.name();
    draft.lines.push(`function ${name}({ left, right = ${word}, none = left }) { return left + '/' + right + none; }`);
    draft.texts.push(`${name}(${pick.table()})`);
  }),
  define('a function that makes functions', ({ draft, pick }) => {
    const [name, made] = [draft.name(), draft.name()];
    draft.lines.push(
      `const ${name} = (base) => (first, second) => base + first + '/' + second;`,
      `const ${made} = ${name}(${pick.text()});`,
    );
    draft.functions.push(made);
  }),
  define('a counter in a closure', ({ draft, pick }) => {
    const name = draft.name();
    draft.lines.push(
      `const ${name} = (() => { let path = ${pick.text()}; return (first, second) => { path += '/' + first; return path + second; }; })();`,
      draft.send(`${name}('a', 'b')`),
    );
    draft.functions.push(name);
  }),
  text('a call', ({ pick }) => `${pick.function()}(${pick.text()}, ${pick.text()})`),
  text('a call with a spread', ({ pick }) => `${pick.function()}(...[${pick.text()}, ...${pick.list()}])`),
  text(
    'a call by way of a function',
    ({ pick }) =>
      `${pick.function()}.${pick.of([`call(null, ${pick.text()}, ${pick.text()})`, `apply(null, [${pick.text()}, ${pick.text()}])`, `bind(null, ${pick.text()})(${pick.text()})`])}`,
  ),
  text(
    'a call of a conditional function',
    ({ draft, pick }) =>
      `(${draft.unknown('coin')} ? ${pick.function()} : ${pick.function()})(${pick.text()}, ${pick.text()})`,
  ),
  text(
    'a function called where it is defined',
    ({ pick, word }) => `((first) => first + ${word} + ${pick.text()})(${pick.text()})`,
  ),
  // Classes
  define('a class', ({ draft, pick, word }) => {
    const [name, instance] = [draft.name(), draft.name()];
    draft.lines.push(
      `class ${name} { static base = ${pick.text()}; path = ${word}; #own = ${pick.text()}; constructor(rest) { this.rest = rest; ${pick.of(['', `this.path = ${pick.text()};`, `this.path += ${word};`, `if (${draft.unknown('coin')}) this.rest = ${word};`])} }`,
      `  get left() { return ${name}.base + this.path; } get right() { return this.#own + this.rest; } url(first) { return this.left + first; } static of(rest) { return new ${name}(rest).url('/of'); } }`,
      `const ${instance} = new ${name}(${pick.text()});`,
    );
    if (pick.number(3) === 0) draft.lines.push(`${instance}.path = ${pick.text()};`);
    draft.texts.push(
      `${name}.of(${pick.text()})`,
      `${instance}.url(${pick.text()})`,
      `${instance}.left`,
      `${instance}.right`,
    );
  }),
  define('a class with ancestors', ({ draft, pick, word }) => {
    const [base, name, instance] = [draft.name(), draft.name(), draft.name()];
    draft.lines.push(
      `class ${base} { static root = ${pick.text()}; resource = ${word}; constructor(start) { this.start = start; } url() { return this.start + '/' + this.resource + this.end(); } end() { return '/base'; } static make() { return this.root + '/made'; } }`,
      `class ${name} extends ${base} { ${pick.of([`resource = ${pick.text()};`, '', `static root = ${pick.text()};`])} ${pick.of(['', `constructor(given) { super(given + ${word}); this.more = given; }`])} end() { return ${pick.of(['super.end() + ', ''])}'/' + ${pick.text()}; } }`,
      `const ${instance} = new ${name}(${pick.text()});`,
    );
    draft.texts.push(`${instance}.url()`, `${name}.make()`, `${instance}.resource`, `${instance}.start`);
  }),
  define('a class that collects', ({ draft, pick, word }) => {
    const [name, instance] = [draft.name(), draft.name()];
    draft.lines.push(
      `class ${name} { constructor() { this.path = ${pick.text()}; } add(piece) { this.path += '/' + piece; return this; } set(piece) { this.path = piece; } }`,
      `const ${instance} = new ${name}();`,
      pick.of([`${instance}.add(${word}).add(${pick.text()});`, `${instance}.set(${word});`, '']),
    );
    draft.texts.push(`${instance}.path`);
  }),
  // URLs
  text(
    'a URL',
    ({ pick, word }) =>
      `new URL(${pick.of([word, pick.text()])}, 'https://x.test/base/').${pick.of(['href', 'toString()', 'pathname', 'origin'])}`,
  ),
  text(
    'a URL of a base',
    ({ draft, pick }) =>
      `new URL(${pick.of(["'/rooted'", "'folder/../up'", "'../up'", "'./here'", "'?q=1'", "''", draft.unknown('runtime')])}, 'https://x.test/' + ${pick.text()}).href`,
  ),
  text(
    'a URL on its own',
    ({ draft, pick }) =>
      `String(new URL(${pick.of(["'https://X.test'", "'https://x.test:443/a//b'", "'https://x.test?q'", "'https://x.test/a b'", `'https://x.test/' + ${pick.text()}`, `'https://x.test/' + ${draft.unknown('runtime')}`])}))`,
  ),
  define('a URL that is changed', ({ draft, pick }) => {
    const name = draft.name();
    draft.lines.push(
      `const ${name} = new URL('https://x.test/base');`,
      `${name}.pathname ${pick.of(['=', '+='])} ${pick.of(["'/more'", "'more'", draft.unknown('runtime')])};`,
    );
    draft.texts.push(`${name}.href`, `\`\${${name}}/end\``);
  }),
  text('URLSearchParams', ({ pick, word }) => `${pick.text()} + '?' + new URLSearchParams({ q: ${word} })`),
];

/** Table as the object of a member access: `{…}` alone would be a block. */
function bare(table: string): string {
  return table;
}

/** One or two indices, some of them counted from the end. */
function numbers(pick: Pick): string {
  const [first, second] = [pick.number(12) - 4, pick.number(14) - 5];
  return pick.number(2) === 0 ? String(first) : `${first}, ${second}`;
}

export const URL_OPERATORS = OPERATORS;
