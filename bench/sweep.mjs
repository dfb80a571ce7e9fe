import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateRepository } from './generate-repository.mjs';
import { SECTIONS } from './layout.mjs';
import { measure, median, table } from './measure.mjs';

const BASE = { files: 1000, hits: 10, depth: 1, fanIn: 0 };

const SWEEPS = {
  small: { files: [1000, 3000], hits: [10, 30, 100], depth: [1, 2, 4], fanIn: [10, 30, 100] },
  large: {
    files: [1000, 3000, 10000, 30000],
    hits: [10, 30, 100, 300, 1000],
    depth: [1, 2, 4, 8],
    fanIn: [10, 30, 100, 300, 900],
  },
};

/** Growth of the cost of a scan with one number at a time, the others small. */
export function sweep(runs, program, size) {
  return Object.entries(SWEEPS[size]).map(([name, sizes]) => {
    const rows = [[name, ...SECTIONS.Growth.slice(1)]];
    let first;
    for (const value of sizes) {
      const sample = scanOf(
        {
          ...BASE,
          ...(name === 'hits' || name === 'fanIn' ? { files: Math.max(BASE.files, value + 100) } : {}),
          [name]: value,
        },
        runs,
        program,
      );
      first ??= { size: value, ...sample };
      const costPerUnit =
        value === first.size ? '-' : ((1000 * (sample.cpu - first.cpu)) / (value - first.size)).toFixed(2);
      rows.push([String(value), sample.wall.toFixed(2), sample.cpu.toFixed(2), sample.memory.toFixed(0), costPerUnit]);
    }
    return table(rows);
  });
}

function scanOf(options, runs, program) {
  const root = mkdtempSync(join(tmpdir(), 'sunset-sweep-'));
  try {
    generateRepository(root, options);
    const samples = Array.from({ length: runs }, () =>
      measure(
        process.execPath,
        [program, 'scan', '.', '--no-cache', '--format', 'json', '--output', join(root, 'report.json')],
        {
          cwd: root,
          statuses: [0, 1],
        },
      ),
    );
    return {
      wall: median(samples.map(({ wall }) => wall)),
      cpu: median(samples.map(({ cpu }) => cpu)),
      memory: median(samples.map(({ memory }) => memory)),
    };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
