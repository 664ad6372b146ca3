import { Problem } from '@fynbos/core/problem.ts';
import { openAccounts } from '../accounts/customers/account-context.ts';
import { openGroupTokens } from '../accounts/groups/customer-group-service.ts';
import type { Config } from '../config/config.ts';
import { readShopConfig } from '../config/sandbox-variables.ts';
import { customerDataModules } from '../customer-data-modules.ts';
import type { Db } from '../db.ts';
import { providersOf } from '../payments/provider-setup.ts';
import type { PaymentContext } from '../payments/records/payment-context.ts';
import { UserFacingError } from '../platform/errors/user-facing-error.ts';
import { viewUrlsOf } from '../platform/http/store-view-urls.ts';
import { findShopAddress } from '../platform/mail/shop-address-store.ts';
import { shopUrlOf } from '../platform/mail/templates/mail-links.ts';
import { openLimits } from '../platform/rate-limit/open-rate-limits.ts';
import { type AdminCommands, type AdminShop, InvalidArgsError } from './commands/admin-command.ts';
import { categoryCommands } from './commands/categories.ts';
import { contentCommands } from './commands/content.ts';
import { customerCommands } from './commands/customers.ts';
import { deliveryCommands } from './commands/delivery.ts';
import { newsletterCommands } from './commands/newsletter.ts';
import { orderCommands } from './commands/orders.ts';
import { paymentCommands } from './commands/payments/payments.ts';
import { priceCommands } from './commands/prices.ts';
import { productCommands } from './commands/products.ts';
import { couponCommands, dealCommands } from './commands/promotions.ts';
import { pushCommands } from './commands/push.ts';
import { exportCommands, reportCommands } from './commands/reports/reports.ts';
import { reviewCommands } from './commands/reviews.ts';
import { stockCommands } from './commands/stock.ts';
import { storeCommands } from './commands/stores.ts';
import { taxCommands } from './commands/taxes.ts';
import { terminalText } from './format/terminal-text.ts';
import { settingsCommands } from './settings.ts';

/** Environment of a command; tests pass their own clock and variables. */
interface Surroundings {
  env?: NodeJS.ProcessEnv;
  now?: () => Date;
  /** Prints a notice for the operator. */
  warn?: (notice: string) => void;
}

/** The subjects of `npm run admin` with their commands. */
const subjects: Readonly<Record<string, AdminCommands>> = {
  orders: orderCommands,
  payments: paymentCommands,
  products: productCommands,
  categories: categoryCommands,
  prices: priceCommands,
  taxes: taxCommands,
  stock: stockCommands,
  customers: customerCommands,
  reviews: reviewCommands,
  content: contentCommands,
  newsletter: newsletterCommands,
  stores: storeCommands,
  coupons: couponCommands,
  deals: dealCommands,
  delivery: deliveryCommands,
  push: pushCommands,
  report: reportCommands,
  export: exportCommands,
  settings: settingsCommands,
};

/** Names of commands in the previous version, by subject. They still work and print a notice. */
const formerNames: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  payments: { match: 'reconcile', refunded: 'record-refund', reviews: 'cases' },
};

/**
 * Finds the command that `npm run admin` runs for these arguments.
 * @returns a function that runs the command and returns the lines to print
 * @throws UserFacingError with the usage when there is no such command
 */
export function findAdminCommand(
  args: readonly string[],
  { env = process.env, now = () => new Date(), warn = console.error }: Surroundings = {},
): (db: Db) => Promise<readonly string[]> {
  const [subject = '', typed = '', ...rest] = args;
  const name = find(find(formerNames, subject), typed) ?? typed;
  const adminCommand = find(find(subjects, subject), name);
  if (!adminCommand) throw new UserFacingError(usageOf(subject, typed));
  return async (db) => {
    if (name !== typed) warn(`${subject} ${typed} is deprecated: use ${subject} ${name}.`);
    try {
      const shop = await openShop(db, env, now);
      if (adminCommand.mails && !shop.config.publicUrl) throw new UserFacingError(noAddress);
      const lines = await adminCommand.run(shop, rest);
      return lines.map(terminalText);
    } catch (cause) {
      if (cause instanceof InvalidArgsError) {
        const line = `npm run admin -- ${subject} ${name} ${adminCommand.args}`;
        throw new UserFacingError(cause.message ? `${cause.message}: ${line}` : line, { cause });
      }
      throw cause instanceof Problem ? new UserFacingError(cause.message, { cause }) : cause;
    }
  };
}

function find<Value>(table: Readonly<Record<string, Value>> | undefined, name: string): Value | undefined {
  return table && Object.hasOwn(table, name) ? table[name] : undefined;
}

const noAddress =
  'The command writes to a customer, and no shop has run on this data yet, so the address for its links is unknown. ' +
  'Nothing was changed: start the shop once, or set PUBLIC_URL to its address.';

/** The context of a command. Without PUBLIC_URL, links in mails have the address of the running shop. */
async function openShop(db: Db, env: NodeJS.ProcessEnv, now: () => Date): Promise<AdminShop> {
  const { config: ownConfig } = await readShopConfig(env);
  const config = { ...ownConfig, publicUrl: ownConfig.publicUrl ?? (await findShopAddress(db)) };
  // No command consumes rate limits, so none needs the Redis of the shop.
  const limits = openLimits({ db, now });
  const parts = customerDataModules({ db, now, limits }, config);
  const groupTokens = await openGroupTokens(db, now, config.priceTiers || config.userGroupTax);
  const log = { warn: (finding: string) => console.error(finding), note() {} };
  const accounts = await openAccounts({ db, now, limits, groupTokens }, config, parts, log);
  return { db, now, config, env, accounts, payments: paymentContextOf({ db, now, limits }, config) };
}

/** The payment context of the running shop, for use in this process. */
function paymentContextOf(
  base: Pick<PaymentContext, 'db' | 'now' | 'limits'>,
  config: Config,
): PaymentContext {
  const shopUrl = shopUrlOf(config);
  const log = { warn: (_finding: object, text: string) => console.error(text) };
  return {
    ...base,
    shopUrl,
    log,
    orders: { viewUrls: viewUrlsOf(config) },
    providers: providersOf(config),
    mode: config.payments,
  };
}

/** What is not known, and the commands of the subject, or all of them. */
function usageOf(subject: string, typed: string): string {
  const commands = find(subjects, subject);
  if (!commands) return [...(subject ? [`There is no subject ${subject}.`] : []), usage(subjects)].join('\n');
  const problem = typed ? `There is no command ${subject} ${typed}.` : `${subject} needs a command.`;
  return [problem, usage({ [subject]: commands })].join('\n');
}

function usage(shown: typeof subjects): string {
  const lines = Object.entries(shown).flatMap(([subject, commands]) =>
    Object.entries(commands).map(([name, { args, does }]) => [`${subject} ${name} ${args}`, does] as const),
  );
  const width = Math.max(...lines.map(([label]) => label.length));
  const rows = lines.map(([command, does]) => `  ${command.padEnd(width)}  ${does}`);
  return ['npm run admin -- SUBJECT COMMAND …', ...rows].join('\n');
}
