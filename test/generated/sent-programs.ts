import fc from 'fast-check';

/** Objects that a program builds before sending them. */
export type Form = 'object' | 'Headers' | 'params' | 'url' | 'request' | 'xhr';
export type Kind = 'headers' | 'query';

/** A program that sends requests, each after a call of `at` that numbers it. */
export interface SentProgram {
  readonly kind: Kind;
  readonly form: Form;
  readonly source: string;
}

/** Step of a program; its numbers select names and values. */
type Step =
  | {
      readonly step:
        'set' | 'append' | 'delete' | 'assign' | 'alias' | 'entries' | 'dynamic' | 'opaque' | 'search' | 'nothing';
      readonly name: number;
      readonly value: number;
    }
  | {
      readonly step: 'if' | 'ternary' | 'and' | 'switch' | 'try' | 'loop' | 'closure' | 'function' | 'leave';
      readonly then: readonly Step[];
      readonly otherwise: readonly Step[];
    };

const NAMES = ['x-a', 'x-b', 'X-A', 'x-c'] as const;
const VALUES = ["'1'", "'2'", 'input.value', 'undefined', '`v${1}`'] as const;

const simple = fc.record({
  step: fc.constantFrom(
    'set',
    'set',
    'set',
    'set',
    'append',
    'delete',
    'assign',
    'alias',
    'entries',
    'dynamic',
    'opaque',
    'search',
    'nothing',
  ),
  name: fc.nat({ max: NAMES.length - 1 }),
  value: fc.nat({ max: VALUES.length - 1 }),
});

/** Steps that nest other steps, two levels deep. */
function stepsOf(inner: fc.Arbitrary<Step>): fc.Arbitrary<Step> {
  const some = fc.array(inner, { minLength: 1, maxLength: 2 });
  const compound = fc.record({
    step: fc.constantFrom('if', 'if', 'if', 'ternary', 'and', 'switch', 'try', 'loop', 'closure', 'function', 'leave'),
    then: some,
    otherwise: fc.oneof(fc.constant<readonly Step[]>([]), some),
  });
  return fc.oneof({ weight: 2, arbitrary: simple }, { weight: 1, arbitrary: compound });
}

const steps = fc.array(stepsOf(stepsOf(simple as fc.Arbitrary<Step>)), { maxLength: 3 });

const KINDS: Readonly<Record<Kind, readonly Form[]>> = {
  headers: ['object', 'Headers', 'request', 'xhr'],
  query: ['object', 'params', 'url'],
};

/** Statements that send, by the part of the request and its type; `h` is the built value, `U` the URL. */
const SENDERS: Readonly<Record<Kind, Partial<Record<Form, readonly string[]>>>> = {
  headers: {
    object: [
      'fetch(U, { headers: h });',
      "fetch(U, { headers: { 'x-z': '9', ...h } });",
      "fetch(U, { headers: { ...h, 'x-a': '8' } });",
      'const init = { method: "POST", headers: h }; fetch(U, init);',
      'const init = { headers: {} }; init.headers = h; fetch(U, init);',
      'fetch(new Request(U, { headers: h }));',
      'const request = new Request(U, { headers: h }); request.headers.set("x-b", "7"); fetch(request);',
      'const copy = new Headers(h); copy.delete("x-c"); fetch(U, { headers: copy });',
      'https.request(U, { headers: h }).end();',
      'const request = https.request(U, { headers: h }); request.setHeader("x-c", "5"); request.end();',
      'client.get(U, { headers: h });',
      'axios.create({ headers: h }).get(U);',
      "axios.create({ headers: { 'x-a': '6' } }).get(U, { headers: h });",
      'send(U, h);',
      'sendWith(U, { headers: h });',
      'const made = headersOf(h); fetch(U, { headers: made });',
      'fetch(U, { headers: input.f9 ? h : { "x-b": "4" } });',
      'fetch(U, { headers: Object.entries(h) });',
      'const { ...rest } = h; fetch(U, { headers: rest });',
    ],
    Headers: [
      'fetch(U, { headers: h });',
      'fetch(U, { headers: Object.fromEntries(h) });',
      'fetch(U, { headers: new Headers(h) });',
      'fetch(new Request(U, { headers: h }));',
      'send(U, h);',
      'const init = { headers: h }; init.headers.append("x-b", "7"); fetch(U, init);',
    ],
    request: ['h.end();', 'h.once("error", () => {}); h.end();'],
    xhr: ['h.send();'],
  },
  query: {
    object: [
      'fetch(`${U}?${new URLSearchParams(h)}`);',
      'const params = new URLSearchParams(h); params.set("x-b", "7"); fetch(U + "?" + params.toString());',
      'client.get(U, { params: h });',
      "axios.create({ params: { 'x-a': '6' } }).get(U, { params: h });",
      'const params = new URLSearchParams(h); const whole = `${U}?x-z=1&${params}`; fetch(whole);',
    ],
    params: [
      'fetch(`${U}?${h}`);',
      'fetch(U + "?" + h.toString());',
      'const whole = new URL(U); whole.search = h.toString(); fetch(whole);',
      'client.get(U, { params: h });',
      'const whole = new URL(U + "?" + h); fetch(whole.href);',
    ],
    url: [
      'fetch(h);',
      'fetch(h.href);',
      'fetch(h.toString());',
      'fetch(`${h}`);',
      'fetch(String(h));',
      'https.get(h).end();',
      'sendTo(h);',
      'sendTo(h.href);',
      'const params = h.searchParams; params.delete("x-c"); fetch(h);',
      'fetch(new Request(h));',
      'const text = h.toString(); fetch(text);',
    ],
  },
};

const HELPERS = `
const send = (url, headers) => fetch(url, { headers });
const sendWith = (url, { headers, ...others }) => { const all = new Headers(headers); all.set('x-w', 'w'); return fetch(url, { ...others, headers: all }); };
function headersOf(given) { const all = { 'x-b': '3' }; if (input.f8) all['x-w'] = '4'; return { ...all, ...given }; }
const sendTo = (url) => fetch(url);
`;

const BEGIN: Readonly<Record<Form, readonly string[]>> = {
  object: [
    'const h = {};',
    "const h = { 'x-a': '0' };",
    "let h = { 'x-a': '0', 'x-b': undefined };",
    "const base = { 'x-b': '0' }; const h = { ...base, ...input.spread };",
    "const h = { ...(input.f7 ? { 'x-a': '1' } : { 'x-b': '2' }) };",
    "const h = { ...(input.f7 && { 'x-a': '1' }), 'x-c': '3' };",
    "const h = headersOf({ 'x-c': '1' });",
  ],
  Headers: [
    'const h = new Headers();',
    "const h = new Headers({ 'x-a': '0' });",
    "const h = new Headers([['x-a', '0'], ['x-b', '1']]);",
    "const from = { 'x-a': '0' }; const h = new Headers(from); from['x-b'] = '5';",
  ],
  params: [
    'const h = new URLSearchParams();',
    "const h = new URLSearchParams({ 'x-a': '0' });",
    "const h = new URLSearchParams('x-a=0&x-b=1');",
    "const h = new URLSearchParams([['x-a', '0']]);",
  ],
  url: [
    'const h = new URL(U);',
    "const h = new URL(U + '?x-a=0');",
    "const from = U + '?x-b=1'; const h = new URL(from);",
    'const h = new URL(`${U}?x-a=${input.value}`);',
  ],
  request: [
    "const h = https.request(U, { headers: { 'x-a': '0' } });",
    'const h = https.request(U);',
    "const options = { method: 'POST', headers: {} }; options.headers['x-b'] = '1'; const h = https.request(U, options);",
  ],
  xhr: ["const h = new XMLHttpRequest(); h.open('GET', U);"],
};

/** Writes the steps of a program, and counts the inputs that its decisions depend on. */
class Writer {
  flags = 0;
  names = 0;
  readonly form: Form;
  readonly target: string;

  constructor(form: Form) {
    this.form = form;
    this.target = form === 'url' ? 'h.searchParams' : 'h';
  }

  flag(): string {
    return `input.f${String(this.flags++ % 5)}`;
  }

  fresh(): string {
    return `n${String(this.names++)}`;
  }

  block(steps: readonly Step[], on = this.target): string {
    return steps.map((step) => this.statement(step, on)).join(' ');
  }

  set(on: string, name: string, value: string): string {
    switch (this.form) {
      case 'object':
        return `${on}[${name}] = ${value};`;
      case 'request':
        return `${on}.setHeader(${name}, ${value} ?? 'none');`;
      case 'xhr':
        return `${on}.setRequestHeader(${name}, ${value});`;
      default:
        return `${on}.set(${name}, ${value});`;
    }
  }

  statement(step: Step, on: string): string {
    const { form } = this;
    switch (step.step) {
      case 'if':
        return `if (${this.flag()}) { ${this.block(step.then, on)} }${step.otherwise.length > 0 ? ` else { ${this.block(step.otherwise, on)} }` : ''}`;
      case 'leave':
        return `if (${this.flag()}) { ${this.block(step.then, on)} SEND return; }`;
      case 'ternary': {
        const name = this.fresh();
        return `const ${name} = () => { ${this.block(step.then, on)} }; ${this.flag()} ? ${name}() : 0;`;
      }
      case 'and':
        return `${this.flag()} && (() => { ${this.block(step.then, on)} })();`;
      case 'switch':
        return `switch (${this.flag()}) { case true: ${this.block(step.then, on)} break; default: ${this.block(step.otherwise, on)} }`;
      case 'try':
        return `try { ${this.block(step.then, on)} if (${this.flag()}) throw 1; ${this.block(step.otherwise, on)} } catch { }`;
      case 'loop':
        return `for (const i of [1, 2]) { ${this.block(step.then, on)} if (${this.flag()}) break; }`;
      case 'closure':
        return `[1].forEach(() => { ${this.block(step.then, on)} });`;
      case 'function': {
        const name = this.fresh();
        return `const ${name} = (given) => { ${this.block(step.then, 'given')} }; ${name}(${on});`;
      }
      default:
        break;
    }
    const name = `'${NAMES[step.name] ?? 'x-a'}'`;
    const value = VALUES[step.value] ?? "'1'";
    switch (step.step) {
      case 'append':
        return form === 'object' || form === 'request' || form === 'xhr'
          ? this.set(on, name, value)
          : `${on}.append(${name}, ${value});`;
      case 'delete':
        return form === 'object'
          ? `delete ${on}[${name}];`
          : form === 'request'
            ? `${on}.removeHeader(${name});`
            : form === 'xhr'
              ? ''
              : `${on}.delete(${name});`;
      case 'assign':
        return form === 'object' ? `Object.assign(${on}, { ${name}: ${value} });` : this.set(on, name, value);
      case 'alias': {
        const alias = this.fresh();
        return `const ${alias} = ${on}; ${this.set(alias, name, value)}`;
      }
      case 'entries':
        return `for (const [k, v] of Object.entries({ ${name}: '1', 'x-d': '2' })) ${this.set(on, 'k', 'v')}`;
      case 'dynamic':
        return this.set(on, 'input.name', value);
      case 'opaque':
        return form === 'request' || form === 'xhr' ? '' : `opaque(${on});`;
      case 'search':
        return form === 'url' && on === 'h.searchParams' ? `h.search = '?' + ${name} + '=1';` : '';
      case 'set':
        return this.set(on, name, value);
      case 'nothing':
        return 'console.log(h);';
    }
  }
}

/** Programs that build headers or queries in several ways, and send them. */
export const SENT_PROGRAM: fc.Arbitrary<SentProgram> = fc
  .record({
    kind: fc.constantFrom<Kind>('headers', 'headers', 'query'),
    form: fc.nat(),
    begin: fc.nat(),
    sender: fc.nat(),
    before: steps,
    after: steps,
    outside: fc.boolean(),
  })
  .map(({ kind, form: formAt, begin, sender, before, after, outside }) => {
    const forms = KINDS[kind];
    const form = forms[formAt % forms.length] ?? 'object';
    const writer = new Writer(form);
    const begins = BEGIN[form];
    const start = begins[begin % begins.length] ?? '';
    const senders = SENDERS[kind][form] ?? [];
    const sent = senders[sender % senders.length] ?? '';
    let sends = 0;
    const main = writer.block(before);
    const rest = form === 'request' || form === 'xhr' ? '' : writer.block(after);
    const parts = [
      "const axios = require('axios'); const https = require('https');",
      "const U = 'https://api.clock.test/rest/v2/towers/1'; const client = axios.create();",
      HELPERS,
      outside ? start : '',
      `function run() { ${outside ? '' : start} ${main} { at(0); ${sent} } ${rest} }`,
      outside ? 'run(); run();' : 'run();',
    ];
    return { kind, form, source: parts.join('\n').replaceAll('SEND', () => `{ at(${String(++sends)}); ${sent} }`) };
  });
