import { fileURLToPath } from 'node:url';
import type { CatalogueInputs } from '../../tools/catalogue/generate-catalogue.js';
import { readInputs } from '../../tools/catalogue/generate.js';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

/** Reads the real sources, and replaces one text, which must exist. */
export function sourcesWith(name: keyof CatalogueInputs, from: string, to: string): CatalogueInputs {
  const inputs = readInputs(ROOT);
  const { file, text } = inputs[name];
  if (!text.includes(from)) throw new Error(`${file} has no '${from}'`);
  return { ...inputs, [name]: { file, text: text.replace(from, () => to) } };
}
