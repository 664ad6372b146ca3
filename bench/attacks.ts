import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Bench, Figure } from './figure.ts';

/** What is played in full size, and says its figures in lines of their own (`api/src/testing/figure.ts`). */
export const suites: Readonly<Record<string, string[]>> = {
  security: ['security.ts'],
  fuzz: ['torture.ts', 'fuzz'],
  heavy: ['torture.ts', 'heavy'],
  faults: ['torture.ts', 'faults'],
  soak: ['torture.ts', 'soak'],
  orders: ['torture.ts', 'orders'],
  payments: ['torture.ts', 'payments'],
};

const project = join(import.meta.dirname, '..');

/**
 * Attacks the shop in full size in one of the ways above; all of them take two hours, and the soak as many `MINUTES` as are wanted (480).
 *
 * @throws where the suite failed: then there are no figures
 */
export async function run(suite: string): Promise<Bench> {
  return { title: 'attacked in full size', rows: await figuresOf(suites[suite]!) };
}

async function figuresOf(words: readonly string[]): Promise<Figure[]> {
  const child = spawn(process.execPath, ['bin/run.js', ...words], {
    cwd: project,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const rows: Figure[] = [];
  for await (const line of createInterface(child.stdout)) {
    console.error(line);
    const [, what, ours, aim] = /figure \| (.*) \| (.*) \| (.*)$/.exec(line) ?? [];
    const [, threat, tried] = /^(T\d+ .*?) {2,}(.*accepted)$/.exec(line) ?? [];
    if (what) rows.push({ what, ours: ours!, aim: aim! });
    if (threat) rows.push({ what: threat.replace(/ +/g, ' '), ours: tried!, aim: '0 accepted' });
  }
  const [code] = child.exitCode === null ? await once(child, 'exit') : [child.exitCode];
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}`);
  return rows;
}
