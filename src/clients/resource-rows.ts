import { escapeRegExp } from '../lib/escape-reg-exp.js';
import resources from '../../rules/iac-resources.json' with { type: 'json' };
import type { ResourceRow } from '../model/resource-row.js';

/** Resources of infrastructure packages that depend on a deprecated operation. */
export const RESOURCE_ROWS = (resources as { readonly resources: readonly ResourceRow[] }).resources;

const NAMES = RESOURCE_ROWS.flatMap(({ language, names }) =>
  language === 'terraform' ? names.map((name) => name.replace(/^data\./, '')) : [],
);

const DECLARED = new RegExp(`["'](?:${[...new Set(NAMES)].map(escapeRegExp).join('|') || '(?!)'})["']`);

/** Whether a text names a type of Terraform's resources or data sources that depends on a deprecated operation. */
export function namesResource(text: string): boolean {
  return DECLARED.test(text);
}
