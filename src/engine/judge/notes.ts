import type { Site } from '../requests/calling/site.js';
import type { Candidate } from './candidates.js';

/** Further facts about a finding that its reader should know, each one sentence. */
export function findingNotes({ at, missing }: Pick<Site, 'at' | 'missing'>, candidate: Candidate): readonly string[] {
  const notes: string[] = [];
  const { live, wordAsParameter, decider } = candidate.match;
  if (candidate.verdict === 'unknown') notes.push('The method is not known.');
  if (wordAsParameter) notes.push('The last segment is a word and may name another operation.');
  if (missing !== undefined) notes.push(`The method is not in ${missing}, which is installed or declared here.`);
  const collision = candidate.method === undefined ? undefined : live?.collisions.get(candidate.method);
  if (collision !== undefined) notes.push(`A newer operation uses the same method and path again: ${collision.why}.`);
  // What stands at the call is a name, with nothing to edit.
  if (decider.at.file !== at.file) notes.push(`\`${decider.text}\` is written in ${decider.at.file}.`);
  return notes;
}
