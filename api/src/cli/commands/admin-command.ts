import type { Accounts } from '../../accounts/customers/account-context.ts';
import type { Config } from '../../config/config.ts';
import type { Db } from '../../db.ts';
import type { PaymentContext } from '../../payments/records/payment-context.ts';

/** The context of a command of `npm run admin`. */
export interface AdminShop {
  db: Db;
  now: () => Date;
  config: Config;
  accounts: Accounts;
  payments: PaymentContext;
}

/** One operator command. It uses the same services as the rest of the shop. */
export interface AdminCommand {
  /** Usage of the arguments after the command: `EMAIL GROUP`. */
  args: string;
  /** Description of the command in a few words. */
  does: string;
  /**
   * @param args the arguments after the command
   * @returns the lines to print
   * @throws UserFacingError with a sentence for the terminal, InvalidArgsError when the arguments are
   * invalid
   */
  run(shop: AdminShop, args: readonly string[]): Promise<readonly string[]>;
}

/** The commands of one subject by name: `customers list`, `customers show`. */
export type AdminCommands = Readonly<Record<string, AdminCommand>>;

/** The arguments of a command are invalid; its usage is printed. */
export class InvalidArgsError extends Error {}

/**
 * Expects exactly `count` arguments.
 * @throws InvalidArgsError
 */
export function takeArgs(args: readonly string[], count: number): string[] {
  if (args.length !== count || args.some((word) => word === '')) throw new InvalidArgsError();
  return [...args];
}

/**
 * Splits the arguments after a command into positional ones and options given as `--name VALUE`. Only two
 * dashes start a name, because a number may be negative.
 * @param names the option names the command knows
 * @throws InvalidArgsError
 */
export function takeOptions<Name extends string>(
  args: readonly string[],
  names: readonly Name[],
): { plain: string[]; options: Partial<Record<Name, string>> } {
  const plain: string[] = [];
  const options: Partial<Record<Name, string>> = {};
  for (let at = 0; at < args.length; at++) {
    const word = args[at]!;
    const name = names.find((candidate) => word === `--${candidate}`);
    if (!name && !word.startsWith('--')) plain.push(word);
    else if (!name || name in options || at + 1 === args.length) throw new InvalidArgsError();
    else options[name] = args[++at]!;
  }
  return { plain, options };
}
