import { spawn } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folder } from '../scanner/support.js';
import { CALL, MAIN, shell } from './support.js';

const BASELINE = '{"version":1,"findings":[]}\n';

describe('SIGINT', () => {
  it('ends the run with 130 at any moment before the work is done, and leaves no partial file', async () => {
    const root = folder({
      ...Object.fromEntries(Array.from({ length: 1200 }, (_, index) => [`f${index}.ts`, CALL])),
      'sunset-baseline.json': BASELINE,
    });
    const codes = new Set<number | NodeJS.Signals | null>();
    // The later moments are for a machine so busy that the program starts late.
    for (const after of [300, 500, 700, 900, 2000, 4000, 8000]) {
      if (after > 900 && codes.has(130)) break;
      const child = spawn(process.execPath, [MAIN, 'scan', '--update-baseline', '--format', 'json=report.json'], {
        cwd: root,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => (output += text));
      const timer = setTimeout(() => child.kill('SIGINT'), after);
      const code = await new Promise<number | NodeJS.Signals | null>((resolve) =>
        child.on('close', (status, signal) => resolve(status ?? signal)),
      );
      clearTimeout(timer);
      codes.add(code);
      const baseline = readFileSync(join(root, 'sunset-baseline.json'), 'utf8');
      if (code === 130) expect({ output, baseline }).toEqual({ output: '', baseline: BASELINE });
      else if (baseline !== BASELINE) break;
      expect(readdirSync(root).filter((name) => name.endsWith('.tmp'))).toEqual([]);
    }
    expect(codes).toContain(130);
  });

  it('leaves no partial line when it reaches the whole pipeline', () => {
    const root = folder(Object.fromEntries(Array.from({ length: 8000 }, (_, index) => [`f${index}.ts`, CALL])));
    const { code, out } = shell(
      root,
      'sunset-lint scan --quiet & pid=$!; sleep 0.7; kill -INT $pid; wait $pid; echo "code $?"',
    );
    // A shell without job control starts background jobs with interrupts ignored, which Node undoes.
    expect({ code, out }).toEqual({ code: 0, out: 'code 130\n' });
  });
});
