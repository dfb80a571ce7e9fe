import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Command, Option } from 'commander';
import { onTestFinished } from 'vitest';
import { wafPlanCommand } from '../../packages/waf-plan/src/index.js';
import type { WafPlan } from '../../packages/waf-plan/src/plan/plan-types.js';

export const FIXTURES = resolve(import.meta.dirname, '../../fixtures/waf-plan');

/** Empty folder, removed when the test ends. */
export function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'waf-plan-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export interface Outcome {
  readonly code: number | undefined;
  readonly out: string;
  readonly err: string;
}

/** Runs `waf-plan` like the program, and lets its errors through. */
export async function wafPlan(args: readonly string[], cwd = FIXTURES): Promise<Outcome> {
  let out = '';
  let err = '';
  let code: number | undefined;
  const program = new Command('sunset-lint');
  program.addCommand(
    wafPlanCommand(
      { Command, Option },
      { cwd, data: (text) => void (out += text), err: (text) => void (err += text) },
      (exit) => void (code = exit),
    ),
  );
  for (const command of [program, ...program.commands]) {
    command
      .exitOverride()
      .configureOutput({ writeOut: (text) => void (out += text), writeErr: (text) => void (err += text) });
  }
  await program.parseAsync(['waf-plan', ...args], { from: 'user' });
  return { code, out, err };
}

export async function planOf(...args: readonly string[]): Promise<WafPlan> {
  return JSON.parse((await wafPlan(['--format', 'json', ...args])).out) as WafPlan;
}

/** Message of the error that a command line throws. */
export async function errorOf(...args: readonly string[]): Promise<string> {
  try {
    await wafPlan(args);
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  }
  return 'nothing thrown';
}
