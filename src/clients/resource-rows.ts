import resources from '../../rules/iac-resources.json' with { type: 'json' };
import type { ResourceRow } from '../model/resource-row.js';

/** Resources of infrastructure packages that depend on a deprecated operation. */
export const RESOURCE_ROWS = (resources as { readonly resources: readonly ResourceRow[] }).resources;
