import { readManifest } from '../core/package-files.js';
import type { Manifest } from '../core/package-files.js';
import type { RuleName } from '../core/model/rules.js';

/** Path of the page of a rule in the package. */
export function rulePage(rule: RuleName): string {
  return `docs/rules/${rule}.md`;
}

/**
 * Address of the page of a rule, in the version that reported it. Undefined as long as package.json names no
 * repository: a printed address must exist.
 */
export function ruleUrl(rule: RuleName, version: string, manifest: Manifest = readManifest()): string | undefined {
  const repository = repositoryOf(manifest);
  return repository === undefined ? undefined : `${repository}/blob/v${version}/${rulePage(rule)}`;
}

/** Address of the tool, where package.json names one. */
export function toolUrl(manifest: Manifest = readManifest()): string | undefined {
  return manifest.homepage ?? repositoryOf(manifest);
}

/** Address of a repository on GitHub; other hosts have file addresses of another form. */
function repositoryOf({ repository }: Manifest): string | undefined {
  const address = typeof repository === 'object' ? repository.url : repository;
  const path = /^(?:github:|(?:git\+)?https:\/\/github\.com\/)?([\w.-]+\/[\w.-]+?)(?:\.git)?$/.exec(address ?? '')?.[1];
  return path === undefined ? undefined : `https://github.com/${path}`;
}
