import { addToJson } from './edit-json.js';
import { firstOf, recordOf } from './project.js';
import type { Project } from './project.js';
import { readOwn } from './read-own.js';
import { byHand, done } from './step.js';
import type { InitStep } from './step.js';

const SCAN = 'sunset-lint scan';

/** A script of package.json that scans. */
export function scriptSteps(project: Project): readonly InitStep[] {
  if (project.manifest === undefined) return [];
  const biome = firstOf(project, ['biome.json', 'biome.jsonc']);
  const why = biome === undefined ? '' : `; ${biome} is unchanged, because Biome cannot run rules of other packages`;
  const scripts = recordOf(project.manifest, 'scripts') ?? {};
  if (Object.values(scripts).some((script) => typeof script === 'string' && script.includes('sunset-lint')))
    return [done('lint', `a package.json script already runs sunset-lint${why}`)];
  const name = ['sunset', 'sunset-lint'].find((free) => !Object.hasOwn(scripts, free));
  const add = (text: string): string | undefined =>
    name === undefined ? undefined : addToJson(text, [{ at: ['scripts', name], value: SCAN }]);
  if (add(readOwn(project.folder, 'package.json') ?? '') === undefined)
    return [byHand('lint', `add a script to package.json${why}`, `"sunset": "${SCAN}"\n`)];
  return [
    {
      kind: 'write',
      area: 'lint',
      file: 'package.json',
      edit: (text) => add(text) ?? text,
      about: `a script that scans the whole project${why}`,
    },
  ];
}
