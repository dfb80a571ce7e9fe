import { wafMigration } from '../waf/check/waf-migration.js';
import type { Check } from './checks/check.js';
import { bulkEndpoints } from './checks/bulk-endpoints.js';
import { cipherSuites } from './checks/cipher-suites.js';
import { describedEndpoints } from './checks/described-endpoints.js';
import { fields } from './checks/fields.js';
import { forbiddenHeaders } from './checks/forbidden-headers.js';
import { importedPackages } from './checks/imported-packages.js';
import { requestedEndpoints } from './checks/requested-endpoints.js';
import { resources } from './checks/resources.js';
import { sentHeader } from './checks/sent-header.js';
import { sentQuery } from './checks/sent-query.js';
import { sentValue } from './checks/sent-value.js';
import { unknownNames } from './checks/unknown-names.js';

/**
 * All checks, in the order in which they run. Descriptions of requests come last: the other checks determine which
 * texts and objects of the file belong to a request.
 */
export const CHECKS: readonly Check[] = [
  requestedEndpoints,
  bulkEndpoints,
  fields,
  sentQuery,
  sentValue,
  unknownNames,
  forbiddenHeaders,
  sentHeader,
  cipherSuites,
  wafMigration,
  importedPackages,
  resources,
  describedEndpoints,
];
