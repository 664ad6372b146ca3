import {
  endAllSessions,
  findByAddress,
  lookAt,
  searchCustomers,
  setGroup,
} from '../accounts/admin-service.ts';
import { erase } from '../accounts/privacy-service.ts';
import { StartProblem } from '../database/start-problem.ts';
import { type AdminCommands, type AdminShop, takeWords, WrongWords } from './admin-command.ts';

/** `npm run admin -- customers …` */
export const customerCommands: AdminCommands = {
  list: {
    words: '[TEXT]',
    does: 'the 100 newest customers, or those whose address or name holds TEXT',
    async run({ accounts }, words) {
      const found = await searchCustomers(accounts, words.join(' '));
      return [...found.map(line), `${found.length} customer${found.length === 1 ? '' : 's'}`];
    },
  },
  show: {
    words: 'EMAIL',
    does: 'one customer with addresses and sessions',
    async run(shop, words) {
      const customer = await getCustomer(shop, takeWords(words, 1)[0]!);
      const { addresses, sessions } = await lookAt(shop.accounts, customer);
      return [
        line(customer),
        ...addresses.map(
          (one) => `  address ${one.id}: ${one.street}, ${one.city}, ${one.postcode} ${one.country_id}`,
        ),
        ...sessions.map(
          (one) => `  session ${one.id}: ${one.device || 'unknown device'}, used ${one.used_at}`,
        ),
      ];
    },
  },
  'set-group': {
    words: 'EMAIL GROUP',
    does: 'puts a customer into a group, a whole number from 1 on; prices follow',
    async run(shop, words) {
      const [email, group] = takeWords(words, 2);
      if (!/^[1-9]\d{0,8}$/.test(group!)) throw new WrongWords();
      const customer = await getCustomer(shop, email!);
      await setGroup(shop.accounts, customer, Number(group));
      return [`${customer.email} is in group ${group} now (before: ${customer.group_id}).`];
    },
  },
  'end-sessions': {
    words: 'EMAIL',
    does: 'logs a customer out everywhere',
    async run(shop, words) {
      const customer = await getCustomer(shop, takeWords(words, 1)[0]!);
      return [`Sessions ended: ${await endAllSessions(shop.accounts, customer)}.`];
    },
  },
  erase: {
    words: 'EMAIL --yes',
    does: 'erases a customer and all that is personal; orders stay as long as the law says',
    async run(shop, words) {
      const [email, yes] = takeWords(words, 2);
      if (yes !== '--yes') throw new WrongWords();
      const customer = await getCustomer(shop, email!);
      await erase(shop.accounts, customer);
      return [`Customer ${customer.id} is erased.`];
    },
  },
};

async function getCustomer({ accounts }: AdminShop, email: string) {
  const customer = await findByAddress(accounts, email);
  if (!customer) throw new StartProblem(`There is no customer with the address ${email}.`);
  return customer;
}

const line = (one: Awaited<ReturnType<typeof getCustomer>>) =>
  `${one.id}  ${one.email}  ${one.firstname} ${one.lastname}  group ${one.group_id}  since ${one.created_at.toISOString().slice(0, 10)}`;
