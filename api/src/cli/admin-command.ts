import type { Accounts } from '../accounts/accounts.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db.ts';
import type { Till } from '../payments/payments.ts';

/** What a command of `npm run admin` works with. */
export interface AdminShop {
  db: Db;
  now: () => Date;
  config: Config;
  accounts: Accounts;
  payments: Till;
}

/** One thing an operator may do. It goes through the services, as everything does. */
export interface AdminCommand {
  /** The words after the command: `EMAIL GROUP`. */
  words: string;
  /** What it does, in a few words. */
  does: string;
  /**
   * @param words what stood after the command
   * @returns the lines to print
   * @throws StartProblem with a sentence for the terminal, WrongWords when the words make no sense
   */
  run(shop: AdminShop, words: readonly string[]): Promise<readonly string[]>;
}

/** The commands of one subject by their names: `customers list`, `customers show`. */
export type AdminCommands = Readonly<Record<string, AdminCommand>>;

/** The words after a command are not what it asks for; its usage is printed. */
export class WrongWords extends Error {}

/** Exactly so many words. @throws WrongWords */
export function takeWords(words: readonly string[], count: number): string[] {
  if (words.length !== count || words.some((word) => word === '')) throw new WrongWords();
  return [...words];
}

/**
 * The words after a command, and what was said as `--name VALUE`. A number may be below zero, so only two dashes
 * make a name.
 *
 * @param names those the command knows
 * @throws WrongWords
 */
export function takeOptions<Name extends string>(
  words: readonly string[],
  names: readonly Name[],
): { plain: string[]; said: Partial<Record<Name, string>> } {
  const plain: string[] = [];
  const said: Partial<Record<Name, string>> = {};
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    const name = names.find((one) => word === `--${one}`);
    if (!name && !word.startsWith('--')) plain.push(word);
    else if (!name || name in said || at + 1 === words.length) throw new WrongWords();
    else said[name] = words[++at]!;
  }
  return { plain, said };
}
