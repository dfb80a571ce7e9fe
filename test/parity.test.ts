import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse as parseTypeScriptEslint } from '@typescript-eslint/parser';
import type { TSESTree } from '@typescript-eslint/utils';
import * as espree from 'espree';
import { ts } from 'ts-morph';
import { describe, expect, it } from 'vitest';
import { lowerEstree } from '../src/languages/facts/estree.js';
import { parseTypeScript } from '../src/languages/facts/typescript.js';
import type { FileFacts } from '../src/core/model/facts.js';

const fixtures = fileURLToPath(new URL('../fixtures', import.meta.url));

const javaScript: Record<string, string> = {
  literals: 'f("a/b", `c/d`, 1, 0xff, 1_000, .5, -1, -(2), +1, 10n, true, null, /a\\/[/]b/gu, undefined);',
  templates: 'f(`/a/${x}/b${(y)}`, `${a}${b}`, `}${a}}`, tag`/a/${b}`, tag`\\u`, tag`a\\u${b}c`, `a\r\n${b}\r\n`, ``);',
  concatenation: 'f(a + b + c, a + (b + c), (a + b) + c, "/a" + (d ? "/b" : "/c"), (await a + "/" + b));',
  operators: 'f(a - b * c, a | b, ~a, !a, a < b, a in b, a instanceof b, typeof a, void 0, delete a.b, i++, --i);',
  choices:
    'f(a || b || c, a ?? (b || c), a && b, a && b || c, a ? b : c ? d : e, (a ? b : c) ? d : e, a ? (b ? c : d) : e);',
  assignments:
    'a = b = c; a.b += "/x"; a ||= b; f(a ??= b, a &&= b, a += b, a -= b); a["x"] = 1; a[0] = 2; (a.b) = 3; f().x = 4;',
  'assignment patterns':
    '({ a, b: c.d = f(), [e]: g, "h": i, ...j } = k()); [a, , b = 1, ...c] = d; for (x.y of z) f(); for ([a] of b); ({ a: { b: [c] } } = d);',
  sequences: 'f((a, b), ((a, b), c)), g(); for (a, b; c, d; e, f) g();',
  chains:
    'a.b?.c[0]?.["d"][`e`]?.(f)(g).h; (a?.b).c; (a?.b)(); a[b + c].d[1]; new (a.b())(c); new (a().b)(); new A; new A.B(c).d();',
  spreads: 'f(...a, [...b, , c, ,], { ...d, e });',
  objects:
    'f({ a, b: 1, "c": 2, 3: 4, 1n: 5, [`d`]: 6, [e]: 7, [8]: 9, g() { this.a; super.b; }, get h() { return 1; }, set i(v) { f(v); }, async *[j()]() {}, __proto__: k });',
  functions:
    'function a(b, { c = 1, d: [e, ...f], ...g }, [h] = [1], ...i) { return b; return; } const j = async (k = l()) => (await m()); (function n() { return this; })(); async function* o() { yield a(); yield* b; }',
  'arrow bodies':
    'const a = () => ({ b: 1 }), c = () => ((d)), e = () => () => this, g = () => { "use strict"; "/a"; };',
  classes:
    'class A extends (B.c, D) { static #p = "/x"; q = this.#p; static { this.r = 1; f(); } constructor(a) { super(a); } get s() { return super.s; } static set t(v) {} static async *u() { return () => this; } ["v"]() {} [w()] = 1; "x y"; 12 = 3; static static; async; get; #m() { return #p in this; } static constructor() {} }',
  'class expressions':
    'const A = class B extends C { m() { return B; } }; f(class { static x = class { y = this; }; }); export default class {}',
  'exported declarations':
    'export const { a, b: [c] } = d; export function e() {} export class F {} export async function* g() {} export { a as h, c as "i j", e as default };',
  'default function': 'export default async function f() { return 1; }',
  'default anonymous function': 'export default function () { return 1; }',
  'default expression': 'export default (a);',
  'default class': 'export default (class A {});',
  imports:
    'import a, { b, c as d, default as e, "f g" as h } from "m"; import * as i from "n"; import j, * as k from "o"; import "p"; import l from "q" with { type: "json" };',
  're-exports':
    'export * from "a"; export * as b from "c"; export * as "d e" from "f"; export { g, h as i, j as default } from "k"; export {} from "l";',
  'dynamic imports':
    'f(import("a"), import(`b`), import(c()), import("d", { with: e() }), await import("g")); import("h").then(i); (await import("j")).k();',
  requires:
    'const a = require("a"), { b } = require("b").c; require("d")(e); require(f()); require("g", h()); require(`i`); new require("j"); require?.("k"); x.require("l");',
  commonjs:
    'exports.a = 1; module.exports.b = exports.c = 2; exports["d"] = 3; exports = module.exports = { e: 4 }; if (x) { module.exports = 5; } exports[f] = 6;',
  blocks:
    'f(); if (a()) b(); else if (c()) { d(); } else e(); while (f()) g(); do h(); while (i()); for (const j of k()) l(); for (var m in n()) { o(); } for (let p = 0; q(); r()) s(); switch (t()) { case u(): v(); let w = 1; default: function x() {} } try { y(); } catch { z(); } finally { f(); } try { f(); } catch ({ message, ...e }) { g(message); } a: for (;;) { break a; } throw new E("/x");',
  branches:
    'if (a) { delete b.c; return; } else if (d) throw e; else { if (f) return; else { throw g; } } h ? i() : j ? (k()) : l(); m && n() || (o ?? p()); switch (q) { case 1: r(); break; default: return s; } switch (t) { case 1: u(); case 2: } try { v(); } catch { return; } for (;;) { if (w) continue; delete x[y]; }',
  scopes:
    'var a; { var b = 1; let c = 2; function d() { var e; { let f; } } class G {} } for (let h = 0, i = 1;;) { let j; } for (const k in l) var m = k;',
  directives: '"use strict"; "/a"; ("/b"); "/c"; function f() { "use /d"; ("/e"); "/f"; }',
  meta: 'import.meta("a"); import.meta?.(); import.meta.b("c"); f(import.meta, import.meta.url, import.meta.env["X"]); function g() { return new.target; }',
  jsx: 'f(<a b="/c" d={"/e"} g={<h i={j()}/>} {...k()}>/text {l()} {/* none */} <>{n`/o`}</></a>, <p.q/>);',
  'unsafe keys':
    'const { __proto__: a, constructor: b, toString } = c; f({ __proto__: d, ["__proto__"]: e, constructor: g, toString, hasOwnProperty: h }); exports.__proto__ = 1; __proto__.x = 2;',
  'hash-bang': '#!/usr/bin/env node\nf("/a");',
  'line endings': 'f("/a");\r\n// c\r\ng(`/b\r\n${c}`);\u2028h("/d");',
  escapes: 'const \\u0061b = "\\x2f"; f(\\u{61}b.\\u0063);',
  'escapes in templates':
    'f`\\01`; g`/a${b}\\u{}`; h`\\u{110000}${i}\\xg${j}\\8`; k`\\U\\X\\u{10FFFF}\\u{000041}\\u{0041}\\x41\\0\\n\\\n\\\\`; l(`\\u0041/${m}\\x2f`);',
  'bigint keys':
    'f({ 0xAn: 1, 0b1n: 2, 0o7n: 3, 1_0n: 4, 10n: a }); const { 0xfn: b } = c; class D { 0x1n = 1; 0B10n() {} }',
  'surrogate pairs': 'f("\u{1f600}/", 𝒳);',
  'top-level await': 'f(await (a), await [b], await +c); for await (const d of await (e)) f();',
  updates: 'for (x in y) x++; a[b()]++; delete a[c()].d; void f(), typeof g();',
};

const typeScript: Record<string, string> = {
  assertions:
    'f(a as B, <C>d, e!, g satisfies H, (i as any).j!.k, l<string>, (a + b as string) + c, (x as string)!["y"], "/z" as const); (a as any) = 1; (b!) += 2; (<any>c).d = 3;',
  types:
    'let a: A, b: n.s.B | null, c: Promise<C | undefined>, d: Readonly<Partial<D>>, e: E<F>, g: string, h: H[], i: I & J, k: readonly K[], l: typeof m, o: (O), p: NonNullable<(P) | null>, q: null, r: R | S, s: import("t").U, u: Promise;',
  parameters:
    'function f(this: Window, a?: A, b: B = c, { d }: D, [e, , ]: E, { g, h, /* ] */ }: { g: string; h: number } = {}, ...i: I[]): Promise<J> { return a; } (a?: A): a is B => b;',
  'parameter properties':
    'class A { constructor(private a: B, readonly c = d(), protected override e?: F, public g: G | null = null, h: H) { super(); } }',
  members:
    'abstract class A<T> extends B<T> implements C { declare a: A; abstract b: B; abstract c(): void; d(): void; d(x?: D): void {} private static readonly e?: E = f(); g!: G; accessor h = 1; [key: string]: any; static override async i(): Promise<I> { return j; } get k(): K { return this.g; } abstract get l(): L; constructor(); constructor(m?: M) { super(m); } }',
  decorators:
    '@a() @b.c class A { @d() e = f(); @g h() {} @i static j: J; constructor(@k() l: L, @m() private n: N = o()) {} p(@q() r, @s { t }: T, @u() ...v) {} @w() private x() {} @y() private z; @a1 get b1() { return 1; } }',
  'exported decorated class': '@a() export class B {} export @c() class D {} @e() export default class F {}',
  'exported abstract class': 'export abstract class A {} export default abstract class B {}',
  enums:
    'enum A { B = "/b", C = 1, D, "e f" = -2, F = g(), H = `i`, K = B } export const enum L { M = "/m" } declare enum N { O = 1 }',
  namespaces:
    'namespace A.B.C { export const d = "/d"; e(); var f; } export namespace G { namespace H { i(); } } declare namespace J { const k; } declare module "l" { const m: string; } declare global { interface N {} } module O { "use strict"; p(); }',
  ambient:
    'declare const a: string; declare function b(): void; declare class C { d(): void; } declare let e, f; interface G { h: string } type I = J; function k(): void; function k(l?: string) {} export declare const m: M; export type N = O; export interface P {} export function q(): void; export as namespace R;',
  'type imports':
    'import type { A } from "a"; import { type B, C } from "b"; import type D from "c"; import type * as E from "d"; export type { F } from "e"; export { type G } from "f"; export type * from "g"; export type * as H from "h"; export type { I };',
  'import equals':
    'import a = require("a"); import type b = require("b"); import c = d.e.f; export import g = h.i; import j = k;',
  'export equals': 'export = { a: b() };',
  'default interface': 'export default interface A { b: string }',
  'default overloads': 'export default function f(): void; export default function f(a?: string) { return a; }',
  using: 'async function f() { using a = b(); { await using c = d(); } for (using e of g) h(); }',
  generics: 'const f = <T,>(a: T): a is T => b<T>(a), c = new D<E>(g), h = i<J>`k${l}`, m = n<O>(p);',
  'optional and definite':
    'class A { b?: B; c!: C; d?(): D { return e; } #f?: F; } let g!: G; a!.b!(); a?.b!.c; (a?.b)!.c;',
  annotated:
    'for (const a of b as C[]) {} try {} catch (e: unknown) { f(e); } const \u0061b: A = c; const { d }: D = e, [g, ...h]: G = i;',
  'deferred imports': 'import.defer("a"); f(import.defer(b(), { with: c() })); import.defer(...[d()]); import.defer();',
  'invalid code that parsers accept':
    'f({ a = b }); ([c]) = d; ({ e }) = g; [([h]), (i = 1)] = j; ({ k() {}, get l() { return m(); }, n } = o); [...p = q()] = r; ({ ...s = t() } = u); const [...v = w()] = x; function y(...z = a1()) {} ({} as B1) = c1; [...[] as D1] = e1;',
};

describe('the two lowerings', () => {
  for (const [name, source] of Object.entries(javaScript)) {
    it(`agree on ${name}`, () => {
      expectParity('a.jsx', source);
      if (!source.includes('<')) expectParity('a.ts', source);
    });
  }

  for (const [name, source] of Object.entries(typeScript)) {
    it(`agree on TypeScript's ${name}`, () => {
      expectParity('a.ts', source);
    });
  }

  for (const file of scriptsUnder(fixtures).filter((name) => !name.includes('/syntax-errors/'))) {
    it(`agree on ${file.slice(fixtures.length + 1)}`, () => {
      expectParity(file, readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
    });
  }

  it('agree on the limit of nesting', () => {
    for (const levels of [196, 199, 200, 201, 210]) {
      const source = `f(${'[{a:'.repeat(levels)}1${'}]'.repeat(levels)});`;
      // typescript-eslint's parser needs more stack than may be available.
      expect(viaEspree('a.js', source)).toEqual(parseTypeScript(ts, 'a.js', source).facts);
    }
  });
});

function expectParity(file: string, source: string): void {
  const { facts, syntaxErrors } = parseTypeScript(ts, file, source);
  expect(syntaxErrors).toBe(0);
  expect(viaTypeScriptEslint(file, source)).toEqual(facts);
  if (/\.[mc]?jsx?$/.test(file)) expect(viaEspree(file, source)).toEqual(facts);
}

function viaTypeScriptEslint(file: string, source: string): FileFacts {
  const ecmaFeatures = { jsx: !/\.[mc]?ts$/.test(file) };
  const program = parseTypeScriptEslint(source, { range: true, sourceType: 'module', filePath: file, ecmaFeatures });
  return lowerEstree(program, source, file);
}

function viaEspree(file: string, source: string): FileFacts {
  const options = { ecmaVersion: 'latest', range: true, ecmaFeatures: { jsx: true, globalReturn: true } } as const;
  let program: unknown;
  try {
    program = espree.parse(source, { ...options, sourceType: 'module' });
  } catch {
    program = espree.parse(source, { ...options, sourceType: 'commonjs' });
  }
  return lowerEstree(program as TSESTree.Program, source, file);
}

function scriptsUnder(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.[mc]?[jt]sx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
