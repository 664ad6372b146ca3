import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Bench, Measurement } from '../lib/metric.ts';

/**
 * Test suites that run in full size and print their measurements, one per line
 * (`tests/test-kit/security/attack-result.ts`).
 */
export const suites: Readonly<Record<string, string[]>> = {
  security: ['scripts/run-security.ts'],
  fuzz: ['scripts/stress.ts', 'fuzz'],
  heavy: ['scripts/stress.ts', 'heavy'],
  faults: ['scripts/stress.ts', 'faults'],
  soak: ['scripts/stress.ts', 'soak'],
  orders: ['scripts/stress.ts', 'orders'],
  payments: ['scripts/stress.ts', 'payments'],
};

const project = join(import.meta.dirname, '../..');

/**
 * Runs one of the attack suites in full size. Together they take two hours, plus the `MINUTES` of the soak
 * (480).
 * @throws when the suite failed, because its measurements are invalid then
 */
export async function run(suite: string): Promise<Bench> {
  return { title: 'full size', rows: await measurementsOf(suites[suite]!) };
}

async function measurementsOf(args: readonly string[]): Promise<Measurement[]> {
  const child = spawn(process.execPath, ['scripts/run.js', ...args], {
    cwd: project,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const rows: Measurement[] = [];
  for await (const outputLine of createInterface(child.stdout)) {
    console.error(outputLine);
    const [, label, result, aim] = /figure \| (.*) \| (.*) \| (.*)$/.exec(outputLine) ?? [];
    const [, threat, attempts] = /^(T\d+ .*?) {2,}(.*accepted)$/.exec(outputLine) ?? [];
    if (label) rows.push({ label, result: result!, aim: aim! });
    if (threat) rows.push({ label: threat.replace(/ +/g, ' '), result: attempts!, aim: '0 accepted' });
  }
  const [code] = child.exitCode === null ? await once(child, 'exit') : [child.exitCode];
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`);
  return rows;
}
