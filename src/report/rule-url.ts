import { readManifest } from '../lib/package-files.js';
import type { Manifest } from '../lib/package-files.js';
import type { RuleName } from '../model/rules.js';

/** Where the package has the page of a rule. */
export function rulePage(rule: RuleName): string {
  return `docs/rules/${rule}.md`;
}

/**
 * Address of the page of a rule, in the version that reported it. There is none as long as package.json names no
 * repository: no address is printed that nobody answers.
 */
export function ruleUrl(rule: RuleName, version: string, manifest: Manifest = readManifest()): string | undefined {
  const repository = repositoryOf(manifest);
  return repository === undefined ? undefined : `${repository}/blob/v${version}/${rulePage(rule)}`;
}

/** Address of the tool, where package.json names one. */
export function toolUrl(manifest: Manifest = readManifest()): string | undefined {
  return manifest.homepage ?? repositoryOf(manifest);
}

/** A repository on GitHub; how others name the files of a version is not known here. */
function repositoryOf({ repository }: Manifest): string | undefined {
  const written = typeof repository === 'object' ? repository.url : repository;
  const path = /^(?:github:|(?:git\+)?https:\/\/github\.com\/)?([\w.-]+\/[\w.-]+?)(?:\.git)?$/.exec(written ?? '')?.[1];
  return path === undefined ? undefined : `https://github.com/${path}`;
}
