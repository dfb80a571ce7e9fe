/** Operations that programs request: deprecated ones and live ones. */
const TAILS = [
  ['/pagerules', 'GET'],
  ['/firewall/rules', 'POST'],
  ['/filters', 'GET'],
  ['/rate_limits', 'POST'],
  ['/settings/minify', 'PATCH'],
  ['/settings/brotli', 'GET'],
  ['/dns_records', 'GET'],
  ['/rulesets', 'GET'],
  ['/settings/ssl', 'PATCH'],
] as const;

const BASE = 'https://api.cloudflare.com/client/v4';
const PRELUDE = [
  'import os',
  'import requests',
  'import httpx',
  'from functools import partial',
  'from urllib.parse import urljoin',
];

/** Random numbers that repeat for the same seed. */
function seeded(seed: number): (below: number) => number {
  let state = (seed * 2_654_435_761 + 1) >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Writes a random program that requests a few operations in forms common in Python. */
export function writeProgram(seed: number): string {
  return new Writer(seeded(seed)).program();
}

class Writer {
  readonly #below: (below: number) => number;
  #lines: string[] = [];
  #names = 0;

  constructor(below: (below: number) => number) {
    this.#below = below;
  }

  program(): string {
    this.#lines = [...PRELUDE];
    const requests = 1 + this.#below(3);
    for (let index = 0; index < requests; index++) this.#request();
    return `${this.#lines.join('\n')}\n`;
  }

  #name(): string {
    this.#names += 1;
    return `v${String(this.#names)}`;
  }

  #one<T>(...options: readonly [T, ...T[]]): T {
    return options[this.#below(options.length)] ?? options[0];
  }

  #say(...lines: readonly string[]): void {
    this.#lines.push(...lines);
  }

  #request(): void {
    const [tail, method] = this.#one(TAILS[0], ...TAILS.slice(1));
    const path = `/zones/abc${tail}`;
    this.#one(
      () => this.#plain(method, path),
      () => this.#function(method, path),
      () => this.#class(method, path),
      () => this.#loop(method, path),
      () => this.#client(method, path),
      () => this.#wrapper(method, path),
    )();
  }

  #send(method: string, url: string): string {
    const verb = method.toLowerCase();
    return this.#one(
      `requests.${verb}(${url})`,
      `requests.request("${method}", ${url})`,
      `requests.request(method="${method}", url=${url})`,
      `httpx.${verb}(url=${url}, headers={})`,
      `requests.Session().${verb}(${url})`,
      `getattr(requests, "${verb}")(${url})`,
    );
  }

  #plain(method: string, path: string): void {
    this.#say(this.#send(method, this.#text(BASE + path, 3)));
  }

  #function(method: string, path: string): void {
    const name = this.#name();
    const given = this.#text(path, 2);
    const body = `    return ${this.#send(method, this.#one(`f"${BASE}{path}"`, `"${BASE}" + path`, `"${BASE}%s" % path`, `"${BASE}{}".format(path)`, `"".join(["${BASE}", path])`))}`;
    this.#one(
      () => this.#say(`def ${name}(path):`, body, `${name}(${given})`),
      () => this.#say(`def ${name}(extra, path=${given}):`, body, `${name}(1)`),
      () => this.#say(`def ${name}(*, path, other=None):`, body, `${name}(path=${given})`),
      () => this.#say(`def ${name}(*paths, **others):`, `    path = paths[0]`, body, `${name}(${given}, a=1)`),
      () => this.#say(`def ${name}(**options):`, `    path = options["path"]`, body, `${name}(path=${given})`),
      () => this.#say(`def ${name}(a, path):`, body, `partial(${name}, 1)(${given})`),
      () =>
        this.#say(`def ${name}(path):`, '    def inner():', `    ${body}`, '    return inner()', `${name}(${given})`),
      () => this.#say(`${name} = lambda path: ${body.trim().slice('return '.length)}`, `${name}(${given})`),
    )();
  }

  #class(method: string, path: string): void {
    const name = this.#name().toUpperCase();
    const send = this.#one(
      `requests.request(method, self.base + path)`,
      `requests.request(method, f"{self.base}{path}")`,
      `self.session.request(method, "{}{}".format(self.base, path))`,
      `self.session.request(method, url="%s%s" % (self.base, path))`,
    );
    const given = this.#text(path, 2);
    const base = this.#text(BASE, 1);
    const methods = [`    def call(self, method, path):`, `        return ${send}`];
    this.#one(
      () => {
        this.#say(
          `class ${name}:`,
          `    def __init__(self, base):`,
          '        self.base = base',
          '        self.session = requests.Session()',
          ...methods,
        );
        this.#say(`${name}(${base}).call("${method}", ${given})`);
      },
      () => {
        this.#say(`class ${name}:`, `    base = ${base}`, '    session = requests.Session()', ...methods);
        this.#say(`${name}().call(path=${given}, method="${method}")`);
      },
      () => {
        this.#say(
          `class ${name}Base:`,
          `    def __init__(self, base=${base}):`,
          '        self.base = base',
          '        self.session = requests.Session()',
          ...methods,
        );
        this.#say(
          `class ${name}(${name}Base):`,
          '    def __init__(self):',
          '        super().__init__()',
          '    def run(self, path):',
          `        return self.call("${method}", path)`,
        );
        this.#say(`${name}().run(${given})`);
      },
      () => {
        this.#say(
          `class ${name}:`,
          '    session = requests.Session()',
          '    @property',
          '    def base(self):',
          `        return ${base}`,
          ...methods,
          '    @classmethod',
          '    def make(cls):',
          '        return cls()',
        );
        this.#say(`${name}.make().call("${method}", ${given})`);
      },
    )();
  }

  #loop(method: string, path: string): void {
    const [, first = '', second = ''] = /^(\/zones\/abc)(.*)$/.exec(path) ?? [];
    const name = this.#name();
    const send = (tail: string): string => this.#send(method, `"${BASE}${first}" + ${tail}`);
    const given = this.#text(second, 1);
    this.#one(
      () => this.#say(`for ${name} in [${given}]:`, `    ${send(name)}`),
      () => this.#say(`for ${name}, other in [(${given}, 1)]:`, `    ${send(name)}`),
      () => this.#say(`for ${name}, other in {${given}: 1}.items():`, `    ${send(name)}`),
      () => this.#say(`for ${name} in {${given}: 1}:`, `    ${send(name)}`),
      () => this.#say(`for index, ${name} in enumerate((${given},)):`, `    ${send(name)}`),
      () => this.#say(`[${send('item')} for item in [${given}] if item]`),
      () =>
        this.#say(
          `${name} = []`,
          `${name}.append((${given}, 1))`,
          `for tail, other in ${name}:`,
          `    ${send('tail')}`,
        ),
      () => this.#say(`${name} = {}`, `${name}["tail"] = ${given}`, send(`${name}["tail"]`)),
      () => this.#say('try:', `    ${name} = ${given}`, 'except ValueError:', `    ${name} = "/x"`, send(name)),
    )();
  }

  #client(method: string, path: string): void {
    const name = this.#name();
    const given = this.#text(path, 2);
    this.#one(
      () =>
        this.#say(
          `with httpx.Client(base_url=${this.#text(BASE, 1)}) as ${name}:`,
          `    ${name}.request("${method}", ${given})`,
        ),
      () =>
        this.#say(
          `${name} = httpx.Client(base_url="${BASE}", headers={})`,
          `${name}.${method.toLowerCase()}(${given})`,
        ),
      () =>
        this.#say(`with requests.Session() as ${name}:`, `    ${name}.${method.toLowerCase()}("${BASE}" + ${given})`),
    )();
  }

  #wrapper(method: string, path: string): void {
    const [inner, outer] = [this.#name(), this.#name()];
    this.#say(
      `def ${inner}(method, path, base=${this.#text(BASE, 1)}, **options):`,
      `    url = base + "/" + path.lstrip("/")`,
      `    return requests.request(method, url, **options)`,
      `def ${outer}(path, *args, **options):`,
      `    return ${this.#one(`${inner}("${method}", path, **options)`, `${inner}(path=path, method="${method}", *args, **options)`)}`,
      `${outer}(${this.#text(path, 2)}, json={})`,
    );
  }

  /** Expression with the value of a text, after the statements that it needs. */
  #text(text: string, depth: number): string {
    const literal = JSON.stringify(text);
    // Keeps the end of a path in one piece, because a text search for it decides which files are parsed.
    const cuts = [...text.matchAll(/(?<=[^/])\/(?=[^/])/g)]
      .map(({ index }) => index)
      .filter((index) => !/\/(?:firewall|settings)$/.test(text.slice(0, index)));
    const cut = cuts[this.#below(cuts.length)];
    if (depth === 0 || cut === undefined) return literal;
    const [left, right] = [text.slice(0, cut), text.slice(cut)];
    const inner = (part: string): string => this.#text(part, depth - 1);
    const named = (value: string): string => {
      const name = this.#name();
      this.#say(`${name} = ${value}`);
      return name;
    };
    return this.#one(
      () => named(inner(text)),
      () => `(${inner(left)} + ${inner(right)})`,
      () => `f"{${named(inner(left))}}${right}"`,
      () => `f'{${named(inner(left))}}{${named(inner(right))}!s}'`,
      () => `("${left.replaceAll('%', '%%')}%s" % ${named(inner(right))})`,
      () => `("%s%s" % (${inner(left)}, ${inner(right)}))`,
      () => `("%(a)s%(b)s" % {"a": ${inner(left)}, "b": ${inner(right)}})`,
      () => `"{}{}".format(${inner(left)}, ${inner(right)})`,
      () => `"{1}{0}".format(${inner(right)}, ${inner(left)})`,
      () => `"{a}{b}".format(b=${inner(right)}, a=${inner(left)})`,
      () => `${named('"{}{}"')}.format(${inner(left)}, ${inner(right)})`,
      () => `(${named('"%s%s"')} % (${inner(left)}, ${inner(right)}))`,
      () => `"".join([${inner(left)}, ${inner(right)}])`,
      () => `(${JSON.stringify(left)} ${JSON.stringify(right)})`,
      () => `${named(`${literal.slice(0, -1)}//"`)}.rstrip("/")`,
      () => `${named(`"  ${text} "`)}.strip()`,
      () => `${named(`"--${text}"`)}.removeprefix("--")`,
      () => `${named(JSON.stringify(text.replace('/zones', '/#zones')))}.replace("#", "")`,
      () => `{"k": ${inner(text)}, "o": 1}["k"]`,
      () => `${named(`{"k": ${inner(text)}}`)}.get("k", "x")`,
      () => `${named('{"a": 1}')}.get("k", ${inner(text)})`,
      () => `dict(k=${inner(text)})["k"]`,
      () => `{**{"k": "x"}, "k": ${inner(text)}}["k"]`,
      () => `[${inner(text)}, "x"][0]`,
      () => `["x", ${inner(text)}][-1]`,
      () => `(None or ${inner(text)})`,
      () => `(${inner(text)} if ${named('True')} else "x")`,
      () => {
        const [first, second] = [this.#name(), this.#name()];
        this.#say(`${first}, ${second} = ${inner(left)}, ${inner(right)}`);
        return `${first} + ${second}`;
      },
      () => {
        const name = this.#name();
        this.#say(`${name} = ${inner(left)}`, `${name} += ${inner(right)}`);
        return name;
      },
      () => {
        const name = this.#name();
        this.#say(`def ${name}(a, b=${inner(right)}):`, '    return a + b');
        return `${name}(${inner(left)})`;
      },
      () => {
        const name = this.#name();
        this.#say(`if (${name} := ${inner(text)}):`, '    pass');
        return name;
      },
      () => `os.environ.get("UNSET_NAME", ${inner(text)})`,
      () => `"".join(part for part in [${inner(left)}, ${inner(right)}])`,
      () => `str(${inner(text)})`,
    )();
  }
}
