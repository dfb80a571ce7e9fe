import { fileOf } from '../../core/model/module-reader.js';
import type { Import, ModuleReader } from '../../core/model/module-reader.js';
import type { ExprFact } from '../../core/model/facts.js';
import { perEvaluated } from '../evaluate/per-file.js';
import { memoised } from '../../core/model/query-log.js';
import type { SiteFinder } from '../requests/calling/site.js';
import { isTextForPeople } from '../requests/unknown/handled-arguments.js';

/** Maximum number of files that are visited along imports. */
const MAX_GRAPH_FILES = 60;

/** Returns the imports of a file. If the host reads them from the text, nothing is parsed. */
export function importsOf(modules: ModuleReader, file: string): readonly Import[] {
  if (modules.importsOf !== undefined) return modules.importsOf(file);
  const imports = modules.facts(file)?.imports ?? [];
  return imports.map(({ specifier }) => ({ specifier, target: fileOf(modules.resolve(file, specifier)) }));
}

/** Yields a file and the files of the program that it imports, directly or indirectly, the nearest first. */
export function* filesAlongImports(modules: ModuleReader, from: string): Generator<string> {
  const visited = new Set([from]);
  // Files that are added during the loop are visited as well.
  for (const file of visited) {
    yield file;
    if (visited.size >= MAX_GRAPH_FILES) continue;
    for (const { target } of importsOf(modules, file)) if (target !== undefined) visited.add(target);
  }
}

/**
 * Whether a file and its imports mention this API, at least by name, and no other server. Then a path that other APIs
 * share belongs to this one.
 */
export function isOnlyMentionedApi(finder: SiteFinder, api: string, file: string): boolean {
  const { program } = finder.evaluator;
  return memoised(program.modules.log, finder.onlyMentionedApis, `${api} ${file}`, () => {
    const files = [...filesAlongImports(program.modules, file)];
    if (files.length >= MAX_GRAPH_FILES) return false;
    const apis = new Set(files.flatMap((name) => program.modules.mentionsApi(name) ?? []));
    if (apis.size !== 1 || !apis.has(api)) return false;
    const knownApi = finder.apis.each.find((candidate) => candidate.api.id === api);
    return files.every((name) => {
      const context = program.context(name);
      if (context === undefined) return true;
      const hasOtherName = context.facts.bindings.some((binding) => knownApi?.signOf([binding.name]) === 'other');
      return !hasOtherName && hostsOf(finder.evaluator, context).hosts.every((host) => isOfVendor(finder, host));
    });
  });
}

/** Whether a host belongs to the vendor: a link to the vendor's pages does not name another server. */
function isOfVendor({ views }: SiteFinder, host: string): boolean {
  return views.some(({ bases }) =>
    bases.some(({ host: { head, tail } }) => domainOf(`${head}${tail ?? ''}`) === domainOf(host)),
  );
}

/** The last two labels of a host, or the last three below a suffix such as `co.uk`. */
function domainOf(host: string): string {
  return /(?<![^.])[^.]+\.(?:[^.]{1,3}\.[a-z]{2}|[^.]+)$/i.exec(host)?.[0] ?? host;
}

const HOST_NAMES: ReadonlySet<string> = new Set(['host', 'hostname']);

/** The hosts in a file's texts, except those in a log or an error. */
const hostsOf = perEvaluated((evaluator, context) => {
  const { facts } = context;
  const fields = facts.objects.flatMap(({ properties }) =>
    properties.flatMap((property) =>
      property.kind !== 'spread' && HOST_NAMES.has(property.key ?? '') ? [leadingText(property.value)] : [],
    ),
  );
  const urls = facts.texts
    .filter((text) => !isTextForPeople(evaluator, context, text))
    .map((text) => /^(?:https?:)?\/\/(?:[^/?#]*@)?([^/?#:]+)/i.exec(leadingText(text))?.[1] ?? '');
  return { hosts: [...fields, ...urls].filter((host) => host !== '').map((host) => host.toLowerCase()) };
});

/** The known text at the beginning of an expression. */
function leadingText(expr: ExprFact): string {
  if (expr.kind === 'literal') return typeof expr.value === 'string' ? expr.value : '';
  return expr.kind === 'concat' && expr.parts[0] !== undefined ? leadingText(expr.parts[0]) : '';
}
