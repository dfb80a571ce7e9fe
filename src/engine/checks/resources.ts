import { packageName } from '../../core/lib/packages.js';
import { RESOURCE_ROWS } from '../../knowledge/clients/resource-rows.js';
import { groupBy, memoByObject } from '../../core/lib/collections.js';
import type { Confidence, Evidence } from '../../core/model/evidence.js';
import type { CallFact, FileFacts, ObjectFact } from '../../core/model/facts.js';
import type { Finding } from '../../core/model/finding.js';
import type { LanguageId } from '../../core/model/language.js';
import type { ResourceRow } from '../../core/model/client-model.js';
import { contains, lastStartingBy } from '../../core/model/span.js';
import type { Place, Span } from '../../core/model/span.js';
import { completeFinding } from '../judge/finding.js';
import { keyPlace } from '../evaluate/object-keys.js';
import type { FileContext } from '../evaluate/program.js';
import { rowCoversVersion } from '../requests/sdk/sdk-chain.js';
import type { SiteFinder } from '../requests/calling/site.js';
import { optionsOf } from '../values/value.js';
import type { ExternalValue, Value } from '../values/value.js';
import type { Check, CheckOptions } from './check.js';
import type { FieldDeprecation } from '../../core/model/deprecation.js';
import { plainText } from '../values/text.js';

const ROWS: ReadonlyMap<LanguageId, readonly ResourceRow[]> = groupBy(
  RESOURCE_ROWS,
  ({ language = 'javascript' }) => language,
);

const PACKAGES = new Set(RESOURCE_ROWS.map((row) => row.package));

/** Resources of infrastructure packages that depend on a deprecated operation. */
export const resources: Check = {
  rule: 'no-deprecated-resource',
  begin({ finder, context, options }) {
    let withheldCount = 0;
    return {
      ofFile() {
        const foundResources = resourceFindings(finder, context);
        const reported = foundResources.filter((use) => isReported(use, context, options));
        withheldCount = foundResources.length - reported.length;
        return reported.flatMap(({ findings }) => findings);
      },
      omittedCount: () => withheldCount,
    };
  },
};

/** Findings for one block of a resource and one deprecation. */
interface ReportableResource {
  readonly isVersionKnown: boolean;
  readonly findings: readonly Finding[];
}

/**
 * Whether a resource is reported. JavaScript classes change between major versions of their package: without a known
 * version they are reported only on request. In other languages, a resource type belongs to one provider alone.
 */
function isReported({ isVersionKnown }: ReportableResource, { facts }: FileContext, options: CheckOptions): boolean {
  return isVersionKnown || facts.language !== 'javascript' || options.resources === 'report';
}

function resourceFindings(finder: SiteFinder, context: FileContext): readonly ReportableResource[] {
  const { calls, imports, language } = context.facts;
  const rows = ROWS.get(language) ?? [];
  if (language === 'javascript' && !imports.some(({ specifier }) => PACKAGES.has(packageName(specifier)))) return [];
  return rows.length === 0 ? [] : calls.flatMap((call) => resourcesOfCall(finder, context, call, rows));
}

function resourcesOfCall(
  finder: SiteFinder,
  context: FileContext,
  call: CallFact,
  rows: readonly ResourceRow[],
): readonly ReportableResource[] {
  const { callee } = call;
  if (call.form === 'tag' || (callee.kind !== 'name' && callee.kind !== 'member' && callee.kind !== 'imported'))
    return [];
  for (const option of optionsOf(finder.evaluator.value(context, callee, undefined))) {
    const calleeName = option.kind === 'external' ? nameOf(option) : undefined;
    if (calleeName === undefined) continue;
    const matchingRows = rows.filter(
      (row) =>
        row.package === calleeName.package &&
        row.names.includes(calleeName.name) &&
        /^(?:get|data\.)/.test(calleeName.name) === (call.form === 'call'),
    );
    if (matchingRows.length === 0) continue;
    const version = finder.evaluator.program.modules.packageVersion?.(context.file, calleeName.package);
    const calleeAt: Place = { file: context.file, span: callee.at };
    const usedRows = matchingRows.flatMap((row): readonly UsedRow[] => {
      const isInCatalogue = finder.catalogue.deprecations.some(({ id }) => id === row.deprecation);
      const versionMatch = rowCoversVersion(row, version);
      if (!isInCatalogue || versionMatch === 'no') return [];
      const resource = { name: calleeName.name, version: versionMatch === 'unknown' ? undefined : version, calleeAt };
      return resourceUses(finder, context, call, row).map((use) => ({ row, resource, use }));
    });
    return groupByBlock(context, usedRows).flatMap((uses) => {
      const [first] = uses;
      if (first === undefined) return [];
      return [{ isVersionKnown: first.resource.version !== undefined, findings: resourceFinding(first, uses) }];
    });
  }
  return [];
}

/** Package and name of a callee: `acme.Bell`, `bell.Bell`, a class of `lib/bell`. */
function nameOf({ root, steps }: ExternalValue): { readonly package: string; readonly name: string } | undefined {
  if (root.kind !== 'package' || steps.some((step) => step.kind === 'call')) return undefined;
  const lastStep = steps.at(-1);
  const name = lastStep?.kind === 'member' ? lastStep.name : root.export;
  const isListedModule = name === root.export && PACKAGES.has(root.module);
  return {
    package: isListedModule ? root.module : packageName(root.module),
    name: name.replace(/^(get.*)Output$/, '$1'),
  };
}

/** A resource that a program creates or looks up. */
interface Resource {
  readonly name: string;
  /** Undefined if unknown, or if some possible versions are not covered. */
  readonly version: string | undefined;
  readonly calleeAt: Place;
}

/** A use of a resource, with its row of the catalogue. */
interface UsedRow {
  readonly row: ResourceRow;
  readonly resource: Resource;
  readonly use: ResourceUse;
}

/** Objects of a file in the order of their starts, memoised for files with many resources. */
const byStart = memoByObject(({ objects }: FileFacts) => objects.toSorted((a, b) => a.at[0] - b.at[0]));

/** The innermost object that begins before a range and contains it. */
function innermostObject(facts: FileFacts, span: Span): ObjectFact | undefined {
  const objects = byStart(facts);
  for (let index = lastStartingBy(objects, ({ at }) => at, span[0] - 1); index >= 0; index -= 1) {
    const object = objects[index];
    if (object !== undefined && contains(object.at, span)) return object;
  }
  return undefined;
}

/** Groups the uses of one deprecation: deprecated arguments by block, other uses by place. */
function groupByBlock({ file, facts }: FileContext, usedRows: readonly UsedRow[]): readonly (readonly UsedRow[])[] {
  const blocks = groupBy(usedRows, ({ row, use: { at, causedAt } }) => {
    const isArgument = row.argument !== undefined && row.equals === undefined && row.doubt === undefined;
    const isHere = at.file === file && causedAt === undefined;
    const block = isArgument && isHere ? innermostObject(facts, at.span) : undefined;
    const place = block?.at ?? [row.argument, row.equals, (causedAt ?? at).file, ...(causedAt ?? at).span];
    return `${row.deprecation} ${place.join(' ')}`;
  });
  return [...blocks.values()].map((uses) => uses.toSorted((a, b) => a.use.at.span[0] - b.use.at.span[0]));
}

/** Returns the finding for grouped uses, at the place of the first one. */
function resourceFinding({ row, resource, use }: UsedRow, uses: readonly UsedRow[]): readonly Finding[] {
  const { name, version, calleeAt } = resource;
  const { at, causedAt } = use;
  const isSure = uses.every((used) => used.use.isSure);
  const fields = uses.length === 1 ? [] : uses.map((used) => `/${(used.row.argument ?? '').replaceAll('.', '/')}`);
  const evidence: Evidence = {
    host: 'exact',
    path: 'exact',
    method: 'unknown',
    site: 'descriptor',
    steps: [
      {
        kind: 'client',
        at: calleeAt,
        note: `\`${name}\` is from \`${row.package}\`${version === undefined ? '' : `, version \`${version}\``}`,
      },
    ],
  };
  const notes: string[] = [];
  if (version === undefined) notes.push(`The version of ${row.package} is not known.`);
  if (row.doubt !== undefined) notes.push(`${row.doubt.charAt(0).toUpperCase()}${row.doubt.slice(1)}.`);
  const isProbable = version === undefined || !isSure;
  const confidence: Confidence = row.doubt !== undefined ? 'possible' : isProbable ? 'probable' : 'certain';
  return completeFinding({
    rule: 'no-deprecated-resource',
    about: 'resource',
    deprecation: row.deprecation,
    at,
    ...(causedAt === undefined ? {} : { causedAt }),
    confidence,
    evidence,
    url: row.argument === undefined || fields.length > 0 ? name : `${name}.${row.argument}`,
    client: row.package,
    ...(fields.length === 0 ? {} : { fields }),
    notes,
  });
}

/** Use of a resource, or of its deprecated argument. */
interface ResourceUse {
  /** Place in the file of the resource. */
  readonly at: Place;
  /** Place of the deprecated value, if it is in another file. */
  readonly causedAt: Place | undefined;
  /** Whether the deprecated part is used, whatever else is unknown. */
  readonly isSure: boolean;
}

/** Uses of a resource that a row covers: one for each place, none if the deprecated argument is absent. */
function resourceUses(
  finder: SiteFinder,
  context: FileContext,
  call: CallFact,
  row: ResourceRow,
): readonly ResourceUse[] {
  const here: Place = { file: context.file, span: call.callee.at };
  const { argument, equals, when } = row;
  if (argument === undefined) return [{ at: here, causedAt: undefined, isSure: true }];
  const search: Search = { finder, at: here };
  const argumentValue = finder.evaluator
    .args(context, call, undefined)
    .findLast((arg) => settingsIn(search, arg, argument.split('.')).length > 0);
  if (argumentValue === undefined) return [];
  const condition = when === undefined ? undefined : textsAt(search, argumentValue, when.argument);
  if (when !== undefined && !condition?.texts.some(({ text }) => text === when.equals)) return [];
  const isSure = condition?.isOpen !== true;
  const { texts, isOpen } = textsAt(search, argumentValue, argument);
  if (equals !== undefined) {
    const equalTexts = texts.filter(({ text }) => text === equals);
    return usesAt(
      equalTexts.map(({ at, keyAt }) => [at, keyAt]),
      here,
      isSure && !isOpen,
    );
  }
  if (!isOpen && isAllowedValue(finder, row, texts)) return [];
  const settings = settingsIn(search, argumentValue, argument.split('.'));
  return usesAt(
    settings.map(({ keyAt }) => [keyAt]),
    here,
    isSure,
  );
}

/** One use for each place, preferably one in the file of the resource. */
function usesAt(
  places: readonly (readonly (Place | undefined)[])[],
  here: Place,
  isSure: boolean,
): readonly ResourceUse[] {
  const seenCauses = new Set<string>();
  return places.flatMap((candidates): readonly ResourceUse[] => {
    const [cause = here] = candidates;
    if (seenCauses.size === seenCauses.add(`${cause.file} ${cause.span.join(' ')}`).size) return [];
    const at = candidates.find((place) => place?.file === here.file) ?? here;
    return [{ at, causedAt: cause.file === here.file ? undefined : cause, isSure }];
  });
}

/** Whether the value of a field is one that the catalogue still allows. */
function isAllowedValue(finder: SiteFinder, row: ResourceRow, texts: readonly { readonly text: string }[]): boolean {
  const deprecation = finder.catalogue.deprecations.find(
    (candidate): candidate is FieldDeprecation => candidate.id === row.deprecation && candidate.kind === 'field',
  );
  return texts.length > 0 && texts.every(({ text }) => deprecation?.allowedValues?.includes(text) === true);
}

interface Search {
  readonly finder: SiteFinder;
  /** Place of the resource. */
  readonly at: Place;
}

interface WrittenText {
  readonly text: string;
  readonly at: Place | undefined;
  /** Place of the argument's key. */
  readonly keyAt: Place | undefined;
}

/** The possible texts of an argument, each with its place; `isOpen` if there can be others. */
function textsAt(
  search: Search,
  object: Value,
  argument: string,
): { readonly texts: readonly WrittenText[]; readonly isOpen: boolean } {
  const texts: WrittenText[] = [];
  let isOpen = false;
  for (const { value, keyAt } of settingsIn(search, object, argument.split('.'))) {
    for (const option of optionsOf(value)) {
      const text = option.kind === 'text' ? plainText(option.parts) : undefined;
      if (option.kind === 'text' && text !== undefined) texts.push({ text, at: option.parts[0]?.at, keyAt });
      else isOpen = true;
    }
  }
  return { texts, isOpen };
}

/** A value of a property. */
interface Setting {
  readonly value: Value;
  /** Place of the property's key, if known. */
  readonly keyAt: Place | undefined;
}

/** Returns all values at a path below an object, in each element of lists on the way. */
function settingsIn(search: Search, value: Value, path: readonly string[]): readonly Setting[] {
  const [name, ...rest] = path;
  if (name === undefined) return [];
  return optionsOf(value).flatMap((option): readonly Setting[] => {
    if (option.kind === 'array') return option.elements.flatMap((element) => settingsIn(search, element, path));
    if (option.kind !== 'object' && option.kind !== 'layered') return [];
    const member = search.finder.evaluator.member(option, name, search.at);
    if (member.kind === 'scalar' && (member.value === undefined || member.value === null)) return [];
    if (rest.length > 0) return settingsIn(search, member, rest);
    return [{ value: member, keyAt: keyPlace(search.finder.evaluator, option, name) }];
  });
}
