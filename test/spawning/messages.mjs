import { readSync, writeSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';

/** Writes a value to a pipe, after its length. */
export function send(pipe, value) {
  const body = serialize(value);
  const head = Buffer.alloc(4);
  head.writeUInt32LE(body.length);
  for (const part of [head, body]) for (let at = 0; at < part.length;) at += writeSync(pipe, part, at);
}

/** Waits for a value; undefined if the other side has ended. */
export function receive(pipe) {
  const head = read(pipe, 4);
  const body = head && read(pipe, head.readUInt32LE());
  return body && deserialize(body);
}

function read(pipe, length) {
  const part = Buffer.alloc(length);
  for (let at = 0; at < length;) {
    const count = readSync(pipe, part, at, length - at, null);
    if (count === 0) return undefined;
    at += count;
  }
  return part;
}
