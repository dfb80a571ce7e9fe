import { resolve } from 'node:path';
import type { Allowance } from './allowance.js';
import type { ScanProgress } from './scan-options.js';
import { mayHoldDirective } from '../directives/directive.js';
import { isMinified } from '../select/minified.js';
import type { MentioningFile, Mentions } from '../select/mentions.js';
import type { TextReader } from '../sources/read-text.js';
import type { SkipLog } from '../sources/skip-log.js';
import type { SourceStore } from './source-store.js';
import type { Steps } from './steps.js';

/** What reading every file told. */
export interface FoundMentions {
  /** In the order given. */
  readonly files: readonly MentioningFile[];
  /** Files that were read. */
  readonly read: readonly string[];
  /** Files whose text names one of our rules or directives. */
  readonly directives: readonly string[];
  /** Files that were deleted since they were listed. */
  readonly vanished: readonly string[];
}

export interface CollectInput {
  readonly files: readonly string[];
  /** Files that are read although they are links, because the user named them. */
  readonly named: ReadonlySet<string>;
  readonly reader: TextReader;
  readonly store: SourceStore;
  readonly mentions: Mentions;
  /** Whether a text has a base URL of the API or imports its SDK. */
  readonly namesApi: (text: string) => boolean;
  readonly skips: SkipLog;
  /** Files that are not read because it is spent are noted as skipped. */
  readonly allowance: Allowance;
  /** Told what is read once a file has named the API: only then is it asked who imports whom. */
  readonly noteImports: (file: string, latin1: string, decode: () => string) => void;
  readonly onProgress?: ((progress: ScanProgress) => void) | undefined;
}

const STEP = 200;

/** Reads every file once, in order, and keeps the texts of those with a mention. Stops for breath now and then. */
export function* readMentions(input: CollectInput): Steps<FoundMentions> {
  const { files, store, skips } = input;
  const mentioning: MentioningFile[] = [];
  const read: string[] = [];
  const directives: string[] = [];
  const vanished: string[] = [];
  let named = false;
  for (const [index, file] of files.entries()) {
    if (index % STEP === 0) {
      input.onProgress?.({ phase: 'read', done: index, total: files.length });
      yield;
    }
    if (input.allowance.isSpent()) {
      skips.add('stopped', file);
      continue;
    }
    const result = input.reader.read(resolve(store.root, file), input.named.has(file) ? 'follow' : 'refuse');
    if (result.kind === 'skipped') {
      // A name that is no valid UTF-8 cannot be opened either, and is not gone.
      if (result.reason === 'vanished' && !file.includes('\uFFFD')) vanished.push(file);
      else skips.add(result.reason === 'vanished' ? 'unreadable' : result.reason, file);
      continue;
    }
    read.push(file);
    const mention = input.mentions.of(result.latin1);
    named ||= mention === 'api';
    if (named) input.noteImports(file, result.latin1, result.decode);
    const directive = mayHoldDirective(result.latin1);
    if (mention === undefined && !directive) continue;
    if (isMinified(result.latin1)) {
      if (mention !== undefined) skips.add('minified', file);
      if (mention === 'api' && input.namesApi(result.latin1)) skips.name('minified', file);
      continue;
    }
    store.keep(file, result.decode());
    if (mention !== undefined) mentioning.push({ file, mention });
    if (directive) directives.push(file);
  }
  return { files: mentioning, read, directives, vanished };
}
