import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Bench, Figure } from './figure.ts';

/** What is played in full size, and says its figures in lines of their own (`attacks/figure.ts`). */
const suites: [program: string, ...words: string[]][] = [
  ['security.ts'],
  ['torture.ts', 'fuzz'],
  ['torture.ts', 'heavy'],
  ['torture.ts', 'faults'],
  ['torture.ts', 'orders'],
  ['torture.ts', 'payments'],
];

const project = join(import.meta.dirname, '..');

/** Attacks the shop in full size; takes two hours. Where `ATTACKS` names suites (`fuzz heavy`), those alone. */
export async function run(): Promise<Bench> {
  const wanted = process.env.ATTACKS?.split(' ');
  const rows: Figure[] = [];
  for (const words of suites) {
    const name = words.at(-1)!.replace('.ts', '');
    if (!wanted || wanted.includes(name)) rows.push(...(await figuresOf(words)));
  }
  return { title: 'Attacks and faults, in full size', rows };
}

/** @throws where a suite failed: then there are no figures */
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
