import { createContext, Script } from 'node:vm';
import { ts } from 'ts-morph';
import type { UrlProgram } from './url-program.js';

/** Placeholder of a text known only at run time: characters that no source has. */
const MARK = /⟦[\ue000-\uf8ff]⟧|%E2%9F%A6%E[EF]%[0-9A-F]{2}%[0-9A-F]{2}%E2%9F%A7/gi;

/** A URL that a program sent, by the call that sent it. */
interface Sent {
  readonly id: number;
  readonly url: string;
}

export interface Run {
  readonly sent: readonly Sent[];
  /** Error that ended the program early. */
  readonly error: string | undefined;
}

/** Runs a program in a context of its own. */
export function runProgram({ files, coins }: UrlProgram): Run {
  const sent: Sent[] = [];
  const runtime = (index: number): string => `⟦${String.fromCharCode(0xe000 + index)}⟧`;
  const context = createContext({
    URL,
    URLSearchParams,
    runtime,
    coin: (index: number) => ((coins >> (index % 31)) & 1) === 1,
    record: (index: number) => ({ left: runtime(index) }),
    series: (index: number) => [runtime(index), runtime(index + 1000)],
    send: (id: number, url: unknown) => sent.push({ id, url: String(url) }),
  });
  const modules = new Map<string, { exports: unknown }>();
  const load = (file: string): unknown => {
    const known = modules.get(file);
    if (known !== undefined) return known.exports;
    const module = { exports: {} };
    modules.set(file, module);
    const wrapped = new Script(
      `(function (module, exports, require) { 'use strict'; ${scriptOf(files[file] ?? '')}\n})`,
    ).runInContext(context) as (...given: unknown[]) => void;
    Object.assign(context, {
      entry: () => {
        wrapped(module, module.exports, (specifier: string) => load(`${specifier.slice(2)}.ts`));
      },
    });
    new Script('entry()').runInContext(context, { timeout: 1000 });
    return module.exports;
  };
  try {
    load('a.ts');
    return { sent, error: undefined };
  } catch (error) {
    return {
      sent,
      error:
        error instanceof Error || (typeof error === 'object' && error !== null && 'message' in error)
          ? String(error.message)
          : String(error),
    };
  }
}

/** Source as a script; plain JavaScript stays unchanged. */
function scriptOf(source: string): string {
  if (!/^(?:import|export|enum) /m.test(source)) return source;
  return ts.transpileModule(source, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ESNext, esModuleInterop: true },
  }).outputText;
}

/** Number of characters of a URL that come from the program's text. */
export function ownLength(url: string): number {
  return url.replace(MARK, '').length;
}
