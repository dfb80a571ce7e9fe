import { escapeRegExp } from '../../core/lib/escape.js';
import { memoByObject } from '../../core/lib/collections.js';
import resources from '../../../rules/iac-resources.json' with { type: 'json' };
import type { ResourceRow } from '../../core/model/client-model.js';

/** Resources of infrastructure-as-code packages that depend on a deprecated operation. */
export const RESOURCE_ROWS = (resources as { readonly resources: readonly ResourceRow[] }).resources;

const resourcePattern = memoByObject((rows: readonly ResourceRow[]) => {
  const names = rows.flatMap(({ language, names: all }) =>
    language === 'terraform' ? all.map((name) => name.replace(/^data\./, '')) : [],
  );
  return new RegExp(`["'](?:${[...new Set(names)].map(escapeRegExp).join('|') || '(?!)'})["']`);
});

/** Whether a text names a Terraform resource or data source type that depends on a deprecated operation. */
export function mentionsResource(text: string): boolean {
  return resourcePattern(RESOURCE_ROWS).test(text);
}
