import { describe, expect, it } from 'vitest';
import { expectDefined } from '../../src/core/lib/collections.js';
import { findingsOf, listFixtures } from '../fixtures-support.js';
import type { FixtureFinding } from '../fixtures-support.js';

function findingsIn(name: string): readonly FixtureFinding[] {
  return findingsOf(
    expectDefined(
      listFixtures().find((fixture) => fixture.name === `waf-migration/${name}`),
      name,
    ),
  );
}

describe('requests of the WAF migration', () => {
  it('explain what is wrong and what to do', () => {
    expect(
      findingsIn('queries').map(({ finding }) => [finding.rule, finding.problem, finding.remedy, ...finding.notes]),
    ).toEqual([
      [
        'valid-waf-migration',
        'This migration request lacks the query parameter `phase_two=1`.',
        'Add `phase_two=1` to the query.',
      ],
      [
        'valid-waf-migration',
        'This migration request sends `done`, which is not a value of `waf_migration`.',
        'Use `pending` (or `1`) to finish the migration, `validation` (or `2`, Enterprise zones only) to run both versions side by side.',
      ],
      [
        'valid-waf-migration',
        'This migration request uses `POST`, but the operation is `PUT /zones/{zone_id}/rulesets/phases/http_request_firewall_managed/entrypoint`, and has 1 more mistake.',
        'Use `PUT`. Send `waf_migration=validation` before `waf_migration=pending`, or leave it out.',
        'It is for validation and comes after the update that finishes the migration, which cannot be reversed.',
      ],
      [
        'valid-waf-migration',
        'This migration request lacks the query parameter `phase_two=1`, and has 1 more mistake.',
        'Add `phase_two=1` to the query. Send `waf_migration=validation` before `waf_migration=pending`, or leave it out.',
        'It is for validation and comes after the update that finishes the migration, which cannot be reversed.',
      ],
      [
        'valid-waf-migration',
        'This migration request has no `Authorization` header.',
        'Send `Authorization: Bearer <API token>`.',
      ],
    ]);
  });

  it('add a note to findings of the previous version in the same file', () => {
    expect(findingsIn('old-and-new').flatMap(({ finding }) => finding.notes)).toEqual([
      'This file also finishes the migration: the operation stops working once the zone has migrated.',
    ]);
  });

  it('name in findings of the previous version the file that finishes the migration', () => {
    expect(findingsIn('across-files').map(({ file, finding }) => [file, finding.rule, ...finding.notes])).toEqual([
      [
        'main.ts',
        'no-deprecated-endpoint',
        '`lib/finish.ts` also finishes the migration: the operation stops working once the zone has migrated.',
      ],
    ]);
  });

  it('are checked against the limits of the migration', () => {
    expect(findingsIn('limits').flatMap(({ finding }) => finding.problem ?? [])).toEqual([
      'This body holds 201 firewall rules; the migration takes at most 200.',
      'An expression in this body is longer than 4 KB, which the migration does not take.',
    ]);
  });

  it('require a check before an update that cannot be reversed', () => {
    expect(findingsIn('unchecked-finish').map(({ finding }) => finding.problem)).toEqual([
      'This migration request finishes the migration, which cannot be reversed, and no compatibility check was found before it.',
    ]);
  });
});
