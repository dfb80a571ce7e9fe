import { expect } from 'vitest';

/** Command of a GitHub Actions log, unescaped. */
export interface Command {
  readonly name: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly message: string;
}

/** Reads a log like the runner of GitHub Actions. */
export function commandsIn(log: string): readonly Command[] {
  const commands: Command[] = [];
  let stopped: string | undefined;
  for (const line of log.split('\n')) {
    const match = /^\s*::([^\s:]+)(?: ([^:]*))?::(.*)$/.exec(line);
    if (match === null) continue;
    const [, name = '', list = '', data = ''] = match;
    if (stopped !== undefined) {
      if (name === stopped) stopped = undefined;
      continue;
    }
    if (name === 'stop-commands') {
      stopped = data;
      continue;
    }
    const properties = Object.fromEntries(
      list.split(',').map((pair) => [
        pair.slice(0, pair.indexOf('=')),
        unescape(pair.slice(pair.indexOf('=') + 1))
          .replaceAll('%3A', ':')
          .replaceAll('%2C', ',')
          .replaceAll('%25', '%'),
      ]),
    );
    commands.push({ name, properties, message: unescape(data).replaceAll('%25', '%') });
  }
  expect(stopped).toBeUndefined();
  return commands;

  function unescape(text: string): string {
    return text.replaceAll('%0D', '\r').replaceAll('%0A', '\n');
  }
}

/** Reads CSV by RFC 4180. */
export function parseCsv(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === '\r\n') {
      rows.push(row);
      row = [];
    }
  }
  return rows;
}
