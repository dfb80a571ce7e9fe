import { readFileSync } from 'node:fs';
import type { Deprecation } from '../../src/core/model/deprecation.js';

/** A method of an SDK that sends a request. */
export interface SdkMethod {
  /** Name and registry of the package of the SDK: `openai (npm)`. */
  readonly packageLabel: string;
  /** `zones.list`. */
  readonly call: string;
  readonly method: string;
  readonly path: string;
  /** First and last version with the method. */
  readonly versions: string;
}

const FILES = [
  ['rules/sdk-methods.json', 'npm'],
  ['rules/sdk-methods-python.json', 'PyPI'],
  ['rules/sdk-methods-python-2.json', 'PyPI'],
] as const;

/** Recorded methods of all SDKs. */
export function readSdkMethods(root: string): readonly SdkMethod[] {
  return FILES.flatMap(([file, registry]) => {
    const { package: name, methods } = JSON.parse(readFileSync(`${root}/${file}`, 'utf8')) as {
      readonly package: string;
      readonly methods: readonly Omit<SdkMethod, 'packageLabel'>[];
    };
    return methods.map((method) => ({ ...method, packageLabel: `${name} (${registry})` }));
  });
}

/** Methods that send a request of the deprecation. */
export function sdkMethodsOf(deprecation: Deprecation, methods: readonly SdkMethod[]): readonly SdkMethod[] {
  if (deprecation.kind === 'segment') {
    const prefix = shapeOf(`${deprecation.after}/${deprecation.segment}`);
    return methods.filter(({ path }) => `${shapeOf(path)}/`.startsWith(`${prefix}/`));
  }
  if (!('endpoints' in deprecation)) return [];
  const operations = new Set(
    deprecation.endpoints.flatMap(({ methods: methodNames, path }) =>
      methodNames.map((method) => `${method} ${shapeOf(path.text)}`),
    ),
  );
  return methods.filter(({ method, path }) => operations.has(`${method} ${shapeOf(path)}`));
}

/** Path without the names of its parameters, which differ between sources. */
function shapeOf(path: string): string {
  return path.replaceAll(/\{[^}]*\}/g, '{}');
}
