import type { LayeredValue, ObjectValue, Value } from '../values/value.js';
import { choiceOf } from '../values/choice.js';
import { optionsOf } from '../values/value.js';
import { tableOf } from '../values/table.js';
import { objectTable } from './collections.js';
import type { CallInEnv } from './evaluator.js';
import { LIST } from './list-methods.js';
import { elementOf } from './members.js';

type Table = ObjectValue | LayeredValue;
type TableMethod = (table: Table, call: CallInEnv) => Value | undefined;

const listed =
  (what: 'keys' | 'values' | 'entries'): TableMethod =>
  (table, { env }) =>
    objectTable(env.evaluator, table, what);

/** Methods of tables in languages where an object literal is one. */
const TABLE = tableOf<TableMethod>({
  get: entryOr,
  keys: listed('keys'),
  values: listed('values'),
  entries: listed('entries'),
  valueOf: (table: Table) => table,
});

/**
 * Returns the result of a method that tables have and plain objects lack: access to entries, or iteration over keys.
 */
export function tableMethod(table: Table, method: string, call: CallInEnv): Value | undefined {
  const own = TABLE.get(method);
  const ofList = LIST.get(method)?.gives;
  if (own === undefined && ofList === undefined) return undefined;
  const member = call.env.evaluator.member(table, method, call.at);
  if (member.kind !== 'scalar' || member.value !== undefined) return undefined;
  if (own !== undefined) return own(table, call);
  const keys = objectTable(call.env.evaluator, table, 'keys');
  return keys && ofList?.(keys, call);
}

/** `table.get(key, fallback)`. */
function entryOr(table: Table, { env, args, at }: CallInEnv): Value | undefined {
  const [key, fallback] = args();
  if (key === undefined) return undefined;
  const entry = elementOf(env.evaluator, table, key, at);
  if (fallback === undefined) return entry;
  const options = optionsOf(entry);
  const given = options.filter((option) => option.kind !== 'scalar' || option.value !== undefined);
  const isSure = given.length === options.length && options.every(({ unset }) => unset !== true);
  return isSure ? entry : choiceOf([...given, fallback], at);
}
