import type { Accounts } from '../../accounts/customers/account-context.ts';
import type { Config } from '../../config/config.ts';
import type { Db } from '../../db.ts';
import type { PaymentContext } from '../../payments/records/payment-context.ts';

/** The context of a command of `npm run admin`. */
export interface AdminShop {
  db: Db;
  now: () => Date;
  config: Config;
  /** The variables from which `config` was read. */
  env: NodeJS.ProcessEnv;
  accounts: Accounts;
  payments: PaymentContext;
}

/** One operator command. It uses the same services as the rest of the shop. */
interface AdminCommand {
  /** Usage of the arguments after the command: `EMAIL GROUP`. */
  args: string;
  /** Description of the command in a few words. */
  does: string;
  /** Whether it may write to a customer: it needs the address of the shop. */
  mails?: true;
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

/** The arguments of a command are invalid; its message, if any, and the usage are printed. */
export class InvalidArgsError extends Error {}

/**
 * Expects exactly `count` arguments.
 * @throws InvalidArgsError
 */
export function takeCommandArgs<Count extends keyof ArgsOf>(
  args: readonly string[],
  count: Count,
): ArgsOf[Count] {
  if (args.length !== count) throw new InvalidArgsError(`Expected ${counted(count)}, got ${args.length}`);
  if (args.includes('')) throw new InvalidArgsError('An argument is empty');
  // The length was checked.
  return [...args] as ArgsOf[Count];
}

const counted = (count: number): string => (count === 1 ? '1 argument' : `${count || 'no'} arguments`);

interface ArgsOf {
  0: [];
  1: [string];
  2: [string, string];
  3: [string, string, string];
}

/**
 * Splits the arguments after a command into positional ones and options given as `--name VALUE`. Only two
 * dashes start a name, because a number may be negative.
 * @param names the option names the command knows
 * @throws InvalidArgsError
 */
export function takeCommandOptions<Name extends string>(
  args: readonly string[],
  names: readonly Name[],
): { plain: string[]; options: Partial<Record<Name, string>> } {
  const plain: string[] = [];
  const options: Partial<Record<Name, string>> = {};
  const words = args.values();
  for (const word of words) {
    const name = names.find((candidate) => word === `--${candidate}`);
    if (!name && !word.startsWith('--')) plain.push(word);
    else {
      const { value } = words.next();
      if (!name) throw new InvalidArgsError(`There is no option ${word}`);
      if (name in options) throw new InvalidArgsError(`${word} is given twice`);
      if (value === undefined) throw new InvalidArgsError(`${word} needs a value`);
      options[name] = value;
    }
  }
  return { plain, options };
}
