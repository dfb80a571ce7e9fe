import { readFileSync } from 'node:fs';
import type { Deprecation } from '../../src/core/model/deprecation.js';

/** A method of an SDK that sends a request. */
export interface SdkMethod {
  /** Which package it is of: `npm` or `PyPI`, with its name. */
  readonly language: string;
  /** `zones.list`. */
  readonly call: string;
  readonly method: string;
  readonly path: string;
  /** The first version that has it, and the last one. */
  readonly versions: string;
}

const FILES = [
  ['rules/sdk-methods.json', 'npm'],
  ['rules/sdk-methods-python.json', 'PyPI'],
  ['rules/sdk-methods-python-2.json', 'PyPI'],
] as const;

/** The methods of all SDKs that are recorded. */
export function readSdkMethods(root: string): readonly SdkMethod[] {
  return FILES.flatMap(([file, registry]) => {
    const { package: name, methods } = JSON.parse(readFileSync(`${root}/${file}`, 'utf8')) as {
      readonly package: string;
      readonly methods: readonly Omit<SdkMethod, 'language'>[];
    };
    return methods.map((method) => ({ ...method, language: `${name} (${registry})` }));
  });
}

/** Those that send a request the deprecation is about. */
export function sdkMethodsOf(deprecation: Deprecation, methods: readonly SdkMethod[]): readonly SdkMethod[] {
  if (deprecation.kind === 'segment') {
    const start = shapeOf(`${deprecation.after}/${deprecation.segment}`);
    return methods.filter(({ path }) => `${shapeOf(path)}/`.startsWith(`${start}/`));
  }
  if (!('endpoints' in deprecation)) return [];
  const meant = new Set(
    deprecation.endpoints.flatMap(({ methods: own, path }) => own.map((method) => `${method} ${shapeOf(path.text)}`)),
  );
  return methods.filter(({ method, path }) => meant.has(`${method} ${shapeOf(path)}`));
}

/** Parameters have other names in other sources. */
function shapeOf(path: string): string {
  return path.replaceAll(/\{[^}]*\}/g, '{}');
}
