import { RESOURCE_ROWS } from '../../clients/resource-rows.js';
import type { FieldDeprecation } from '../../model/deprecation.js';
import type { Confidence, Evidence } from '../../model/evidence.js';
import type { CallFact } from '../../model/facts.js';
import type { Finding } from '../../model/finding.js';
import type { ResourceRow } from '../../model/resource-row.js';
import type { Place, Span } from '../../model/span.js';
import { versionsHold } from '../requests/package-versions.js';
import { finding } from '../judge/finding.js';
import type { Check } from './check.js';
import type { FileContext } from '../evaluate/program.js';
import type { SiteFinder } from '../requests/site-finder.js';
import { plainTexts } from '../values/text.js';
import { optionsOf } from '../values/value.js';
import type { ExternalValue, Value } from '../values/value.js';

const PACKAGES = new Set(RESOURCE_ROWS.map((row) => row.package));

/** Resources of infrastructure packages that depend on a deprecated operation. */
export const resources: Check = {
  rule: 'no-deprecated-resource',
  begin({ finder, context, options }) {
    return options.resources === 'report' ? { ofFile: () => resourceFindings(finder, context) } : undefined;
  },
};

function resourceFindings(finder: SiteFinder, context: FileContext): readonly Finding[] {
  const { calls, imports } = context.facts;
  if (!imports.some(({ specifier }) => PACKAGES.has(packageOf(specifier)))) return [];
  return calls.flatMap((call) => resourcesOf(finder, context, call));
}

function resourcesOf(finder: SiteFinder, context: FileContext, call: CallFact): readonly Finding[] {
  if (call.form === 'tag' || (call.callee.kind !== 'name' && call.callee.kind !== 'member')) return [];
  for (const callee of optionsOf(finder.evaluator.value(context, call.callee, undefined))) {
    const named = callee.kind === 'external' ? nameOf(callee) : undefined;
    if (named === undefined) continue;
    const rows = RESOURCE_ROWS.filter(
      (row) =>
        row.package === named.package &&
        row.names.includes(named.name) &&
        /^get/.test(named.name) === (call.form === 'call'),
    );
    if (rows.length === 0) continue;
    const version = finder.evaluator.program.modules.packageVersion?.(context.file, named.package);
    return rows.flatMap((row) => {
      const isKnown = finder.catalogue.deprecations.some(({ id }) => id === row.deprecation);
      const holds = versionsHold(row, version);
      const at = isKnown && holds !== 'no' ? placeOf(finder, context, call, row) : undefined;
      if (at === undefined) return [];
      const calleeAt: Place = { file: context.file, span: call.callee.at };
      return resourceFinding(row, {
        name: named.name,
        version: holds === 'unknown' ? undefined : version,
        calleeAt,
        at,
      });
    });
  }
  return [];
}

/** Package and name of what is called: `acme.Bell`, `bell.Bell`, a class of `lib/bell`. */
function nameOf({ root, steps }: ExternalValue): { readonly package: string; readonly name: string } | undefined {
  if (root.kind !== 'package' || steps.some((step) => step.kind === 'call')) return undefined;
  const last = steps.at(-1);
  const name = last?.kind === 'member' ? last.name : root.export;
  return { package: packageOf(root.module), name: name.replace(/^(get.*)Output$/, '$1') };
}

function packageOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

/** Where the resource, or the argument that matters, is written; undefined where the argument is not given. */
function placeOf(finder: SiteFinder, context: FileContext, call: CallFact, row: ResourceRow): Place | undefined {
  const here: Place = { file: context.file, span: call.callee.at };
  const { argument } = row;
  if (argument === undefined) return here;
  const given = finder.evaluator
    .args(context, call, undefined)
    .findLast((arg) => isSet(finder, arg, argument.split('.')));
  if (given === undefined) return undefined;
  const { when } = row;
  if (when !== undefined && !textsAt(finder, given, when.argument, here).includes(when.equals)) return undefined;
  const texts = textsAt(finder, given, argument, here);
  if (row.equals !== undefined ? !texts.includes(row.equals) : isCleared(finder, row, texts)) return undefined;
  const span = spanOf(finder, context, given, argument.split('.'));
  return span === undefined ? here : { file: context.file, span };
}

/** A value that the catalogue allows for a field is no use of it. */
function isCleared(finder: SiteFinder, row: ResourceRow, texts: readonly string[]): boolean {
  const deprecation = finder.catalogue.deprecations.find(
    (candidate): candidate is FieldDeprecation => candidate.id === row.deprecation && candidate.kind === 'field',
  );
  return texts.length > 0 && texts.every((text) => deprecation?.allowedValues?.includes(text) === true);
}

function textsAt(finder: SiteFinder, object: Value, argument: string, at: Place): readonly string[] {
  return (
    plainTexts(argument.split('.').reduce((value, name) => finder.evaluator.member(value, name, at), object)) ?? []
  );
}

function isSet(finder: SiteFinder, value: Value, path: readonly string[]): boolean {
  const [name, ...rest] = path;
  return optionsOf(value).some((option) => {
    if (option.kind === 'array') return option.elements.some((element) => isSet(finder, element, path));
    if (option.kind !== 'object' && option.kind !== 'layered') return false;
    const member = name === undefined ? option : finder.evaluator.member(option, name, { file: '', span: [0, 0] });
    if (member.kind === 'scalar' && member.value === undefined) return false;
    return rest.length === 0 || isSet(finder, member, rest);
  });
}

/** The key of the argument where it is written in this file. */
function spanOf(finder: SiteFinder, context: FileContext, value: Value, path: readonly string[]): Span | undefined {
  const [name, ...rest] = path;
  for (const option of optionsOf(value)) {
    if (option.kind === 'array') {
      const found = option.elements
        .map((element) => spanOf(finder, context, element, path))
        .find((span) => span !== undefined);
      if (found !== undefined) return found;
    }
    if (option.kind !== 'object' || option.file !== context.file) continue;
    for (const property of context.facts.objects[option.object]?.properties ?? []) {
      if (property.kind !== 'property' || property.key !== name) continue;
      return rest.length === 0
        ? property.keyAt
        : spanOf(finder, context, finder.evaluator.value(context, property.value, option.frame), rest);
    }
  }
  return undefined;
}

/** A resource as a program makes or asks for it. */
interface ResourceUse {
  readonly name: string;
  /** Undefined where it is not known. */
  readonly version: string | undefined;
  readonly calleeAt: Place;
  readonly at: Place;
}

function resourceFinding(row: ResourceRow, { name, version, calleeAt, at }: ResourceUse): readonly Finding[] {
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
  const confidence: Confidence = row.doubt !== undefined ? 'possible' : version === undefined ? 'probable' : 'certain';
  return finding({
    rule: 'no-deprecated-resource',
    deprecation: row.deprecation,
    at,
    confidence,
    evidence,
    url: row.argument === undefined ? name : `${name}.${row.argument}`,
    client: row.package,
    notes,
  });
}
