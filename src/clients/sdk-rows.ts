import pythonMethods from '../../rules/sdk-methods-python.json' with { type: 'json' };
import python2Methods from '../../rules/sdk-methods-python-2.json' with { type: 'json' };
import nodeMethods from '../../rules/sdk-methods.json' with { type: 'json' };
import type { RequestRow } from '../model/client-model.js';

/** Methods of the SDK that request an operation of the catalogue. */
export const CLOUDFLARE_SDK_ROWS = rowsOf(nodeMethods);

/** Methods of the SDK for Python that request an operation of the catalogue. */
export const CLOUDFLARE_PYTHON_ROWS = rowsOf(pythonMethods);

/** Methods of major 2 of the SDK for Python. */
export const CLOUDFLARE_PYTHON_2_ROWS = rowsOf(python2Methods);

/** A method as a file in `rules` records it. */
interface RecordedMethod extends Pick<RequestRow, 'method' | 'versions' | 'fill'> {
  readonly call: string;
  readonly path: string;
}

function rowsOf(file: unknown): readonly RequestRow[] {
  const { methods } = file as { readonly methods: readonly RecordedMethod[] };
  return methods.map(({ call, path, ...row }) => ({ member: call, template: path, ...row }));
}
