import { describe, expect, it } from 'vitest';
import { scan } from '../../src/scan/index.js';
import { folder } from './support.js';

async function findingsIn(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const { findings } = await scan({ root: folder(files), asOf: '2026-11-27' });
  return findings.map(
    ({ file, range, deprecation, confidence }) => `${file}:${String(range.start.line)} ${deprecation} ${confidence}`,
  );
}

describe('a client that a framework passes to handlers', () => {
  const bolt = `import { App } from '@slack/bolt';\nconst app = new App({});\n`;

  it.each([
    ['an inline handler', `app.command('/x', async ({ client }) => client.files.upload({}));`],
    ['a named handler', `app.action('x', run); async function run({ client: web }) { await web.files.upload({}); }`],
  ])('is recognised in JavaScript: %s', async (_, handler) => {
    expect(await findingsIn({ 'a.mjs': bolt + handler })).toEqual(['a.mjs:3 slack/files-upload probable']);
  });

  it.each([
    [
      'a handler with a decorator',
      `@app.command("/x")\ndef run(ack, client):\n    client.files_upload(channels="x")\n`,
      5,
    ],
    [
      'a handler that is passed in a call',
      `def run(ack, client):\n    client.files_upload(channels="x")\napp.action("x")(run)\n`,
      4,
    ],
  ])('is recognised in Python: %s', async (_, handler, line) => {
    expect(await findingsIn({ 'a.py': `from slack_bolt import App\napp = App()\n${handler}` })).toEqual([
      `a.py:${String(line)} slack/files-upload probable`,
    ]);
  });

  it('is not recognised in handlers of another framework and in functions that are not handlers', async () => {
    const handler = `@app.command("/x")\ndef run(ack, client):\n    client.files_upload(channels="x")\n`;
    expect(await findingsIn({ 'a.py': `from other_bot import App\napp = App()\n${handler}` })).toEqual([]);
    const plainFunction = `def run(ack, client):\n    client.files_upload(channels="x")\n`;
    expect(await findingsIn({ 'a.py': `from slack_bolt import App\napp = App()\n${plainFunction}` })).toEqual([]);
  });
});
