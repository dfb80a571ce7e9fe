import { InvalidArgumentError, Option } from 'commander';
import type { Command } from 'commander';
import { didYouMean } from '../lib/did-you-mean.js';
import { LANGUAGE_IDS } from '../model/language.js';
import type { LanguageId } from '../model/language.js';

/** Flags that say which files are read, and which of them can fail. */
export interface LanguageFlags {
  /** Default all. */
  readonly languages?: readonly LanguageId[];
  readonly documents: boolean;
  readonly onlyChanged?: readonly LanguageId[];
}

/** Adds the flags to a command. */
export function addLanguageFlags(command: Command): Command {
  return command
    .addOption(
      new Option('--languages <list>', `read only these: ${LANGUAGE_IDS.join(',')} (default: all)`).argParser(
        parseLanguages,
      ),
    )
    .option('--documents', 'also read code blocks in Markdown; findings there never fail', false);
}

/** The flag that says of which languages only changes fail. */
export function onlyChangedFlag(): Option {
  return new Option(
    '--only-changed <list>',
    'findings in these languages fail only in a scan of a change (--staged, --changed-since)',
  ).argParser(parseLanguages);
}

/** What people call languages. */
const MEANT: Readonly<Record<string, LanguageId>> = {
  typescript: 'javascript',
  ts: 'javascript',
  js: 'javascript',
  node: 'javascript',
  vue: 'javascript',
  bash: 'shell',
  sh: 'shell',
  hcl: 'terraform',
  opentofu: 'terraform',
  tf: 'terraform',
  py: 'python',
};

function parseLanguages(value: string): readonly LanguageId[] {
  const names = value.split(',').map((name) => name.trim());
  return names.map((name) => {
    const known = LANGUAGE_IDS.find((id) => id === name);
    if (known !== undefined) return known;
    const meant = MEANT[name.toLowerCase()];
    const hint = meant === undefined ? didYouMean(name, LANGUAGE_IDS) : `; did you mean '${meant}'?`;
    throw new InvalidArgumentError(
      `'${name}' is not a supported language${hint === '' ? '.' : hint} Languages: ${LANGUAGE_IDS.join(', ')}.`,
    );
  });
}
