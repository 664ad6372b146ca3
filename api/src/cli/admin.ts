import { Problem } from '@fynbos/core/problem.ts';
import { accountParts } from '../account-parts.ts';
import { openAccounts } from '../accounts/accounts.ts';
import { openGroupTokens } from '../accounts/group-service.ts';
import { readConfig } from '../config.ts';
import { openDatabase } from '../database/open.ts';
import { StartProblem } from '../database/start-problem.ts';
import type { Db } from '../db.ts';
import { shopUrlOf } from '../mail/pages.ts';
import { type AdminCommands, type AdminShop, WrongWords } from './admin-command.ts';
import { customerCommands } from './admin-customers.ts';
import { deliveryCommands } from './admin-delivery.ts';
import { newsletterCommands } from './admin-newsletter.ts';
import { couponCommands, dealCommands } from './admin-promotions.ts';
import { reviewCommands } from './admin-reviews.ts';
import { storeCommands } from './admin-stores.ts';
import { command } from './command.ts';

/** What can be administered, and by which commands. */
const subjects: Readonly<Record<string, AdminCommands>> = {
  customers: customerCommands,
  reviews: reviewCommands,
  newsletter: newsletterCommands,
  stores: storeCommands,
  coupons: couponCommands,
  deals: dealCommands,
  delivery: deliveryCommands,
};

await command(async () => {
  const [subject = '', name = '', ...words] = process.argv.slice(2);
  const wanted = find(find(subjects, subject), name);
  if (!wanted) throw new StartProblem(usage());
  const { db, close } = await openDatabase('npm run admin');
  try {
    for (const line of await wanted.run(await openShop(db), words)) console.log(line);
  } catch (cause) {
    if (cause instanceof WrongWords) {
      throw new StartProblem(`npm run admin -- ${subject} ${name} ${wanted.words}`, { cause });
    }
    throw cause instanceof Problem ? new StartProblem(cause.message, { cause }) : cause;
  } finally {
    await close();
  }
});

function find<Value>(table: Readonly<Record<string, Value>> | undefined, name: string): Value | undefined {
  return table && Object.hasOwn(table, name) ? table[name] : undefined;
}

async function openShop(db: Db): Promise<AdminShop> {
  const config = readConfig(process.env);
  const now = () => new Date();
  const parts = accountParts(db, { db, now, shopUrl: shopUrlOf(config) });
  const groupTokens = await openGroupTokens(db, now, config.priceTiers || config.userGroupTax);
  const accounts = await openAccounts({ db, now, groupTokens }, config, parts, console.error);
  return { db, now, config, accounts };
}

function usage(): string {
  const lines = Object.entries(subjects).flatMap(([subject, commands]) =>
    Object.entries(commands).map(([name, { words, does }]) => [`${subject} ${name} ${words}`, does] as const),
  );
  const width = Math.max(...lines.map(([said]) => said.length));
  const said = lines.map(([command, does]) => `  ${command.padEnd(width)}  ${does}`);
  return ['npm run admin -- SUBJECT COMMAND …', ...said].join('\n');
}
