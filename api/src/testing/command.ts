import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { findCommand } from '../cli/administer.ts';
import { StartProblem } from '../database/start-problem.ts';
import type { Db } from '../db.ts';

/** What a command ended with. */
export interface Ended {
  code: number;
  out: string;
  err: string;
}

/** Runs a command of `api/src/cli` on a database, as npm does. */
export function runCommand(url: string, name: CommandName, ...words: readonly string[]): Promise<Ended> {
  return runCommandWith({ DATABASE_URL: url }, name, ...words);
}

export type CommandName = 'admin' | 'audit' | 'backup' | 'restore' | 'move';

export const commandFile = (name: CommandName): string =>
  fileURLToPath(new URL(`../cli/${name}.ts`, import.meta.url));

/** The same with whichever variables. */
export function runCommandWith(
  variables: Record<string, string>,
  name: CommandName,
  ...words: readonly string[]
): Promise<Ended> {
  return new Promise((resolve) => {
    const env = { ...process.env, ...variables };
    const child = execFile(process.execPath, [commandFile(name), ...words], { env }, (_error, out, err) =>
      resolve({ code: child.exitCode ?? -1, out, err }),
    );
  });
}

/**
 * The same without a process of its own, half a second faster.
 *
 * @throws only what the terminal would show with its stack
 */
export const administer = (db: Db, ...words: readonly string[]): Promise<Ended> =>
  administerIn({ db }, words);

/** The same with variables and a clock of its own. */
export async function administerIn(
  { db, ...surroundings }: { db: Db; env?: NodeJS.ProcessEnv; now?: () => Date },
  words: readonly string[],
): Promise<Ended> {
  try {
    const lines = await findCommand(words, surroundings)(db);
    return { code: 0, out: lines.map((line) => `${line}\n`).join(''), err: '' };
  } catch (cause) {
    if (cause instanceof StartProblem) return { code: 1, out: '', err: `${cause.message}\n` };
    throw cause;
  }
}
