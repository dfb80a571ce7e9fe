import { describe, expect, it } from 'vitest';
import { indexExports, leavesOf } from '../../src/select/exported-names.js';
import { lowerSource } from '../engine/support.js';

/** Names under which a module exports a value built from `bells`. */
function made(source: string): readonly string[] {
  const facts = lowerSource('a.ts', source);
  const places = leavesOf(facts).texts.flatMap(({ value, at }) => (value.includes('bells') ? [at] : []));
  return [...indexExports(facts, 'value').namesContaining(places)].sort();
}

describe('a value built from a word', () => {
  it.each([
    ["export const PATH = '/bells';", ['PATH']],
    ["export const PATHS = { ring: '/bells' };", ['PATHS']],
    ["const path = '/bells'; export const ring = () => { log(); return path; };", ['ring']],
    ["export const ring = (id) => ['bells', id].join('/');", ['ring']],
    ["const all = []; all.push('bells'); export { all };", ['all']],
    ["export function ring() { const all = []; all.push('bells'); return all; }", ['ring']],
    ["export class Paths { ring() { return '/bells'; } }", ['Paths']],
    ["export class Paths { constructor() { this.ring = '/bells'; } }", ['Paths']],
  ])('is exported by %s', (source, names) => {
    expect(made(source)).toEqual(names);
  });

  it.each([
    "export function ring() { send('/bells'); }",
    "export const ring = async (client) => { const answer = await client.get('/bells'); log(answer.id); };",
    "export class Ringer { ring() { this.send('/bells'); } }",
    "export default create(() => { send('/bells'); });",
    "export const table = { ring() { send('/bells'); } };",
  ])('is not exported by code that only uses the word: %s', (source) => {
    expect(made(source)).toEqual([]);
  });
});
