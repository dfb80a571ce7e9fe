import fc from 'fast-check';

/** Script that sends requests, and a library that it sources; `AT` numbers each request. */
export interface ShellProgram {
  readonly script: string;
  readonly library: string;
}

/** Step of a script; its numbers select names and values. */
type Step =
  | {
      readonly step:
        | 'set'
        | 'grow'
        | 'default'
        | 'arguments'
        | 'push'
        | 'print'
        | 'request'
        | 'wrapper'
        | 'list'
        | 'document'
        | 'change'
        | 'given';
      readonly name: number;
      readonly value: number;
    }
  | {
      readonly step: 'if' | 'case' | 'and' | 'for' | 'while' | 'apart' | 'group';
      readonly name: number;
      readonly value: number;
      readonly inner: readonly Step[];
      readonly otherwise: readonly Step[];
    };

const number = fc.nat({ max: 23 });

const simple = fc.record({
  step: fc.constantFrom(
    'set',
    'set',
    'grow',
    'default',
    'arguments',
    'push',
    'print',
    'request',
    'request',
    'wrapper',
    'wrapper',
    'wrapper',
    'list',
    'document',
    'change',
    'given',
  ),
  name: number,
  value: number,
});

function stepsOf(inner: fc.Arbitrary<Step>): fc.Arbitrary<Step> {
  const some = fc.array(inner, { minLength: 1, maxLength: 3 });
  const compound = fc.record({
    step: fc.constantFrom('if', 'if', 'case', 'and', 'for', 'while', 'apart', 'group'),
    name: number,
    value: number,
    inner: some,
    otherwise: fc.oneof(fc.constant<readonly Step[]>([]), some),
  });
  return fc.oneof({ weight: 4, arbitrary: simple }, { weight: 1, arbitrary: compound });
}

const STEPS = fc.array(stepsOf(stepsOf(simple)), { minLength: 3, maxLength: 9 });

const NAMES = ['A', 'B', 'C'] as const;
const WORDS = ['bells', 'towers', 'ropes/7', 'clocks', 'x'] as const;
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

function pick<Item>(items: readonly Item[], number: number): Item {
  return items[number % items.length] as Item;
}

/** Value as a script writes it, in double quotes if necessary. */
function value(number: number): string {
  const name = pick(NAMES, number >> 1);
  const word = pick(WORDS, number);
  return pick(
    [
      word,
      `"${word}"`,
      `'${word}'`,
      `"$${name}"`,
      `"\${${name}}/${word}"`,
      `"\${${name}:-${word}}"`,
      `"\${${name}%/}"`,
      `"\${${name}#b}"`,
      `"\${${name}//l/m}"`,
      `"\${${name}^^}"`,
      `"$(join ${word} "$${name}")"`,
      `"$(echo ${word})"`,
      `"\${${name}%%/*}"`,
      `"\${${name}:0:3}"`,
      `"$(either "$${name}")"`,
      `"\${NOTHING:-$${name}}"`,
    ],
    number,
  );
}

const FUNCTIONS = `
join() { printf '%s/%s' "$1" "$2"; }
either() { if [ "$F0" = 1 ]; then echo "one"; return; fi; echo "two/$1"; }
send() { curl -s -X "$1" "$BASE/$2"; }
send_path_first() { local path=$1; local method="\${2:-GET}"; curl --request "$method" "\${BASE}/\${path}"; }
send_shifted() { local method="$1"; shift; local path="$1"; shift; curl -sS -X "$method" "$BASE/$path" "$@"; }
pass_on() { curl -sSf "$@"; }
build_list() { local args=(-s -X "$1"); if [ -n "$3" ]; then args+=(-H "X-A: $3"); fi; curl "\${args[@]}" "$BASE/$2"; }
with_body() { curl -s "$BASE/$1" -d "\${2:-}"; }
through() { send "$@"; }
change() { A="changed/$1"; }
loop_over() { local one; for one in "$@"; do curl -s "$BASE/$one"; done; }
`;

/** A script of some steps. */
class Writer {
  readonly lines: string[] = [];
  #at = 0;
  #depth = 0;

  steps(steps: readonly Step[]): void {
    for (const step of steps) this.#step(step);
  }

  #line(text: string): void {
    this.lines.push('  '.repeat(this.#depth) + text);
  }

  #sent(text: string): void {
    this.#at++;
    this.#line(`AT=${String(this.#at)}`);
    this.#line(text);
  }

  #inside(steps: readonly Step[]): void {
    this.#depth++;
    if (steps.length === 0) this.#line(':');
    this.steps(steps);
    this.#depth--;
  }

  #step(step: Step): void {
    const { name, value: number } = step;
    const variable = pick(NAMES, name);
    switch (step.step) {
      case 'set':
        this.#line(`${variable}=${value(number)}`);
        return;
      case 'grow':
        this.#line(
          name % 2 === 0 ? `${variable}+=${value(number)}` : `${variable}="$${variable}/${pick(WORDS, number)}"`,
        );
        return;
      case 'default':
        this.#line(`: "\${${variable}:=${pick(WORDS, number)}}"`);
        return;
      case 'arguments':
        this.#line(`set -- ${value(number)} ${value(number + 5)}`);
        return;
      case 'push':
        this.#line(
          name % 2 === 0 ? `LIST=(-s -X ${pick(METHODS, number)})` : `LIST+=(-H "X-A: ${pick(WORDS, number)}")`,
        );
        return;
      case 'print':
        this.#line(`printf -v ${variable} '%s/%s' ${value(number)} ${pick(WORDS, name)}`);
        return;
      case 'given':
        this.#sent(`curl "$BASE/\${1:-none}"`);
        return;
      case 'change':
        this.#line(`change ${value(number)}`);
        return;
      case 'request':
        this.#sent(this.#request(number, `"$BASE/$${variable}"`));
        return;
      case 'wrapper':
        this.#sent(this.#wrapper(name, number));
        return;
      case 'list':
        this.#sent(`curl "\${LIST[@]}" "$BASE/$${variable}"`);
        return;
      case 'document':
        this.#sent(`curl -sS -d @- "$BASE/$${variable}" <<EOF\n{"name": "$${variable}"}\nEOF`);
        return;
      case 'if':
        this.#line(`if [ "$F${String(name % 3)}" = 1 ]; then`);
        this.#inside(step.inner);
        if (step.otherwise.length > 0) {
          this.#line('else');
          this.#inside(step.otherwise);
        }
        this.#line('fi');
        return;
      case 'case':
        this.#line(`case "$F${String(name % 3)}" in`);
        this.#line('  1)');
        this.#inside(step.inner);
        this.#line('  ;;');
        this.#line('  *)');
        this.#inside(step.otherwise);
        this.#line('  ;;');
        this.#line('esac');
        return;
      case 'and':
        this.#line(`[ "$F${String(name % 3)}" = 1 ] && {`);
        this.#inside(step.inner);
        this.#line('}');
        return;
      case 'for':
        this.#line(`for each in ${value(number)} ${pick(WORDS, name)}; do`);
        this.#inside(step.inner);
        this.#sent('curl "$BASE/$each"');
        this.#line('done');
        return;
      case 'while':
        this.#line(`count${String(this.#depth)}=0; while [ "$count${String(this.#depth)}" -lt 2 ]; do`);
        this.#line(`count${String(this.#depth)}=$((count${String(this.#depth)} + 1))`);
        this.#inside(step.inner);
        this.#line('done');
        return;
      case 'apart':
        this.#line('(');
        this.#inside(step.inner);
        this.#line(')');
        return;
      case 'group':
        this.#line('{');
        this.#inside(step.inner);
        this.#line('} 2>/dev/null');
        return;
    }
  }

  #request(number: number, url: string): string {
    const method = pick(METHODS, number);
    return pick(
      [
        `curl -sS ${url}`,
        `curl -sSX ${method} ${url}`,
        `curl -X${method} ${url} -o /dev/null`,
        `curl --request ${method} -H 'X-A: b' ${url}`,
        `curl -s ${url} -d 'a=1'`,
        `curl -s --json '{"a":1}' ${url}`,
        `curl -I --url ${url}`,
        `curl -s -G -d a=1 ${url}`,
        `env X=1 curl -T - ${url} </dev/null`,
        `sudo_like=1 command curl -X "${method}" ${url}`,
      ],
      number,
    );
  }

  #wrapper(name: number, number: number): string {
    const method = pick(METHODS, number);
    const path = value(number + name);
    return pick(
      [
        `send ${method} ${path}`,
        `send_path_first ${path}`,
        `send_path_first ${path} ${method}`,
        `send_shifted ${method} ${path} -H 'X-B: c'`,
        `pass_on -X ${method} "$BASE/"${path}`,
        `pass_on "$BASE/"${path}`,
        `build_list ${method} ${path} ${name % 2 === 0 ? 'z' : ''}`,
        `with_body ${path} '{}'`,
        `through ${method} ${path}`,
        `loop_over ${path} ${pick(WORDS, name)}`,
        `from_library ${path}`,
      ],
      name,
    );
  }
}

/** Scripts of a dozen steps, most of which send a request. */
export const SHELL_PROGRAM: fc.Arbitrary<ShellProgram> = STEPS.map((steps) => {
  const writer = new Writer();
  writer.steps(steps);
  const head = `export AT\n. ./library.sh\nBASE="https://api.clock.test/rest/v2"\nA=start\nB=\nLIST=(-s)\n${FUNCTIONS}`;
  return {
    script: `#!/bin/bash\n${head}\n${writer.lines.join('\n')}\n`,
    library: `from_library() { curl -s -X PUT "$BASE/library/$1"; }\n`,
  };
});
