import { readdirSync, readFileSync } from 'node:fs';
import { ts } from 'ts-morph';
import { describe, expect, it } from 'vitest';

const BUNDLE = new URL('../dist/bundle/', import.meta.url);
const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as Manifest & {
  readonly peerDependencies: Readonly<Record<string, string>>;
};

interface Bill {
  readonly bomFormat: string;
  readonly metadata: { readonly component: { readonly name: string } };
  readonly components: readonly {
    readonly name: string;
    readonly 'bom-ref': string;
    readonly licenses: readonly { readonly license: { readonly id: string } }[];
    readonly properties: readonly { readonly value: string }[];
  }[];
}

interface Manifest {
  readonly publishConfig?: { readonly provenance?: boolean };
  readonly dependencies?: Readonly<Record<string, string>>;
}

// Needs `npm run build`, like all tests of published files.
describe('the published files', () => {
  const licences = readFileSync(new URL('THIRD-PARTY-LICENSES.md', BUNDLE), 'utf8');
  const sections = new Map(
    licences
      .split(/^## /m)
      .slice(1)
      .map((section) => [/^\S+/.exec(section)?.[0] ?? '', section]),
  );

  it('import only each other and modules of Node', () => {
    const outside = [BUNDLE, new URL('../program/', BUNDLE)]
      .flatMap((folder) => readdirSync(folder).map((file) => new URL(file, folder)))
      .filter(({ pathname }) => /\.c?js$/.test(pathname))
      .flatMap((file) => importsOf(readFileSync(file, 'utf8')).map((specifier) => `${file.pathname}: ${specifier}`))
      .filter((line) => !/: (?:\.\/|node:)/.test(line));
    expect(outside).toEqual([]);
  });

  it('include the licence of every bundled package', () => {
    expect([...sections.keys()]).toContain('commander');
    for (const [name, section] of sections) {
      expect(section.slice(name.length)).toMatch(/^ \d+\.\d+\.\d+\n/);
      expect(section).toMatch(/copyright \(c\)[^]*without warranty|"as is"/i);
    }
  });

  it('include a bill of materials with bundled and installed packages', () => {
    const { bomFormat, metadata, components } = JSON.parse(
      readFileSync(new URL('sbom.cdx.json', BUNDLE), 'utf8'),
    ) as Bill;
    expect([bomFormat, metadata.component.name]).toEqual(['CycloneDX', 'sunset-lint']);
    const names = (where: string): readonly string[] =>
      components.filter(({ properties }) => properties.some(({ value }) => value === where)).map(({ name }) => name);
    expect([...new Set(names('bundled'))].sort()).toEqual([...sections.keys()].sort());
    expect(names('installed')).toContain('ts-morph');
    expect(names('installed')).not.toContain('vitest');
    expect(new Set(components.map((component) => component['bom-ref'])).size).toBe(components.length);
    for (const { licenses } of components) expect(licenses[0]?.license.id).toMatch(/^[\w.-]+$/);
  });

  it('are published with provenance', () => {
    expect(manifest.publishConfig?.provenance).toBe(true);
  });

  it('contain only packages that SECURITY.md names, and their dependencies', () => {
    const security = readFileSync(new URL('../SECURITY.md', import.meta.url), 'utf8');
    const named = [...security.matchAll(/^\| `([^`]+)` \| ./gm)].flatMap(([, name = '']) =>
      sections.has(name) ? [name] : [],
    );
    const needed = new Set(named);
    for (const name of needed)
      for (const next of Object.keys(manifestOf(name).dependencies ?? {})) if (sections.has(next)) needed.add(next);
    expect([...sections.keys()].filter((name) => !needed.has(name))).toEqual([]);
    expect(Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })).not.toContain('commander');
  });
});

/** Lists specifiers of imports by tokens, which ignores `from ${place}` in a template. */
function importsOf(text: string): readonly string[] {
  const { importedFiles } = ts.preProcessFile(text, true, false);
  return importedFiles.map(({ fileName }) => fileName).filter((name) => !name.startsWith('${'));
}

function manifestOf(name: string): Manifest {
  return JSON.parse(readFileSync(new URL(`../node_modules/${name}/package.json`, import.meta.url), 'utf8')) as Manifest;
}
