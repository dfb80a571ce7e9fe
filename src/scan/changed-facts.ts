import { differingFacts } from '../facts/differing-facts.js';
import type { FileVersion } from '../facts/record-places.js';
import type { ClientModel } from '../model/client-model.js';
import type { FileFacts } from '../model/facts.js';
import type { LanguageId } from '../model/language.js';
import type { ModuleReader } from '../model/module-reader.js';
import type { Span } from '../model/span.js';
import { mayHoldDirective } from '../directives/directive.js';
import type { FileKind } from '../languages/file-kinds.js';
import type { Parsers } from '../languages/parsers.js';
import type { Catalogue } from '../model/deprecation.js';
import { mentionedApis } from '../select/api-mention.js';
import { mentionsOf } from '../select/mentions.js';
import { isMinified } from '../select/minified.js';
import { differingStretch, exportedNames, standsAlone } from './lone-code.js';
import type { ClosedCode, ScanDependencies } from './scan-tree.js';
import type { SourceStore } from './source-store.js';
import type { Steps } from './steps.js';
import { areUnread } from './unread-facts.js';

/** The texts of both states of a change. */
export interface BothStates {
  readonly before: SourceStore;
  readonly now: SourceStore;
}

/** Characters of the files that are compared: beyond, a scan takes less time than to parse both states of each. */
const MAX_TEXT = 1_000_000;

/**
 * The files of a change that may say something else than before: their facts differ in what an analysis reads, or their
 * texts in what the selection does. Of the others no finding comes and none goes, wherever it stands.
 */
export function* changedFacts(
  files: readonly string[],
  states: BothStates,
  catalogue: Catalogue,
  { closed, clients }: ClosedOptions = {},
): Steps<readonly string[]> {
  const comparable = files.filter((file) => isSameForSelection(file, states, catalogue));
  const size = comparable.reduce((sum, file) => sum + (states.before.text(file)?.length ?? 0), 0);
  if (size > MAX_TEXT) return files;
  const languages = comparable.flatMap((file) => kindsOf(file, states.now).map(({ language }) => language.id));
  for (const store of [states.before, states.now]) yield store.parsers.load(languages);
  const same = new Set<string>();
  for (const file of comparable) {
    yield;
    if (kindsOf(file, states.now).every(({ language }) => saysTheSame(file, language.id, states, catalogue)))
      same.add(file);
  }
  const others =
    closed === undefined
      ? []
      : comparable.filter((file) => !same.has(file)).flatMap((file) => stretchesOf(file, states));
  if (others.length > 0 && closed !== undefined) {
    let isClosed: ((stretch: Stretch) => boolean) | undefined;
    yield closed().then((code) => void (isClosed = closedTest(code, clients)));
    for (const { file, stretches } of others)
      if (stretches.every((stretch) => isClosed?.(stretch) === true)) same.add(file);
  }
  return files.filter((file) => !same.has(file));
}

interface ClosedOptions {
  readonly closed?: ScanDependencies['closed'];
  readonly clients?: readonly ClientModel[] | undefined;
}

/** Standalone statements of one state of a file, parsed by themselves. */
interface Stretch {
  readonly text: string;
  readonly facts: FileFacts;
}

/** Those in which the two states of a file differ; none where they differ in other code. */
function stretchesOf(
  file: string,
  { before, now }: BothStates,
): readonly { readonly file: string; readonly stretches: readonly Stretch[] }[] {
  const [kind, ...more] = kindsOf(file, now);
  if (kind?.language.id !== 'javascript' || kind.holder !== undefined || more.length > 0) return [];
  const [old, own] = [before, now].map((store) => ({ text: store.text(file) ?? '', facts: store.facts(file) }));
  if (old?.facts === undefined || own?.facts === undefined || before.isBroken(file) || now.isBroken(file)) return [];
  const places = differingStretch(old.text, own.text);
  const [gone, come] = [
    loneStretch(file, { text: old.text, facts: old.facts }, places.before, before.parsers),
    loneStretch(file, { text: own.text, facts: own.facts }, places.now, now.parsers),
  ];
  if (gone === undefined || come === undefined) return [];
  const [left, added] = [exportedNames(gone.facts), exportedNames(come.facts)];
  // A re-exported module may have a name that this one exports no longer, or takes from it.
  const isShadowing = own.facts.exports.some(({ kind }) => kind === 'all' || kind === 'assigned');
  const isKept = [...left].every((name) => added.has(name)) && (!isShadowing || added.size === left.size);
  return isKept ? [{ file, stretches: [gone, come] }] : [];
}

function loneStretch(file: string, module: FileVersion, place: Span, parsers: Parsers): Stretch | undefined {
  const text = module.text.slice(...place);
  try {
    const { facts, syntaxErrors } = parsers.of('javascript').parse(file, text);
    return syntaxErrors === 0 && standsAlone(module, place, { text, facts }) ? { text, facts } : undefined;
  } catch {
    // Nested too deeply.
    return undefined;
  }
}

/** Tells of such statements whether nobody can make of them what any catalogue is about. */
function closedTest(
  { catalogues: [applied, possible], createTest }: ClosedCode,
  clients: readonly ClientModel[] | undefined,
): (stretch: Stretch) => boolean {
  const { of, words, hasMember } = mentionsOf(possible);
  return ({ text, facts }) => {
    if (of(text) !== undefined || words(text) !== 'none' || hasMember(text)) return false;
    const modules: ModuleReader = {
      resolve: () => ({ kind: 'unresolved', reason: 'it imports nothing' }),
      facts: (file) => (file === facts.file ? facts : undefined),
      mentionsApi: () => [],
      importers: () => [],
    };
    const parts = { modules, ...(clients === undefined ? {} : { clients }) };
    return (
      createTest({ ...parts, catalogue: applied, ownOrigin: 'asked' })(facts.file) &&
      createTest({ ...parts, catalogue: possible, ownOrigin: 'left out' })(facts.file)
    );
  };
}

function kindsOf(file: string, store: SourceStore): readonly FileKind[] {
  return store.kinds.look(file, store.text(file) ?? '');
}

/** Whether the tests that select files give the same answers for both texts of a file. */
function isSameForSelection(file: string, { before, now }: BothStates, catalogue: Catalogue): boolean {
  const texts = [before.text(file), now.text(file)];
  // Suppressions in comments are not compared.
  if (texts.some((text) => text === undefined || mayHoldDirective(text))) return false;
  const [old, own] = [before, now].map((store) => kindsOf(file, store));
  if (
    own === undefined ||
    own.length === 0 ||
    !isSamePair([old, own].map((kinds) => kinds?.map(({ language }) => language.id)))
  )
    return false;
  return isSamePair(
    texts.map((text = '') => [
      mentionedApis(text, catalogue),
      isMinified(text),
      ...own.map(({ language: { imports, forms } }) => {
        const mentions = mentionsOf(catalogue, forms);
        return [mentions.of(text), mentions.hasContext(text), mentions.words(text), imports.clausesIn(text)];
      }),
    ]),
  );
}

function isSamePair([first, second]: readonly unknown[]): boolean {
  return JSON.stringify(first) === JSON.stringify(second);
}

function saysTheSame(file: string, language: LanguageId, { before, now }: BothStates, catalogue: Catalogue): boolean {
  const versions = [before, now].map((store) => ({ text: store.text(file) ?? '', facts: store.facts(file, language) }));
  const [old, own] = versions;
  if (old?.facts === undefined || own?.facts === undefined) return false;
  // The parse of code with errors depends on everything around it.
  if (before.isBroken(file) || now.isBroken(file)) return false;
  const differing = differingFacts({ text: old.text, facts: old.facts }, { text: own.text, facts: own.facts });
  if (Object.keys(differing).length === 0) return true;
  const { forms } = now.kinds.of(file).find((kind) => kind.language.id === language)?.language ?? {};
  const { of } = mentionsOf(catalogue, forms);
  return language === 'javascript' && areUnread(differing, [old.text, own.text], (piece) => of(piece) !== undefined);
}
