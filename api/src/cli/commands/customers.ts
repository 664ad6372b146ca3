import { normalEmail, validateEmail } from '@fynbos/core/accounts/field-rules.ts';
import {
  endAllSessions,
  findByAddress,
  readCustomerDetails,
  searchCustomers,
  setGroup,
} from '../../accounts/customer-admin-service.ts';
import { eraseCustomer } from '../../accounts/privacy-service.ts';
import {
  blockMailbox,
  readBlockedMailboxes,
  unblockMailbox,
} from '../../orders/records/owner-records-store.ts';
import { UserFacingError } from '../../platform/errors/user-facing-error.ts';
import { shopTime } from '../format/shop-time.ts';
import {
  type AdminCommands,
  type AdminShop,
  InvalidArgsError,
  takeCommandArgs,
  takeCommandOptions,
} from './admin-command.ts';

/** `npm run admin -- customers …` */
export const customerCommands: AdminCommands = {
  list: {
    args: '[TEXT]',
    does: 'list the 100 newest customers, or those whose address or name contains TEXT',
    async run({ accounts }, args) {
      const customers = await searchCustomers(accounts, args.join(' '));
      return [...customers.map(lineOf), `${customers.length} customer${customers.length === 1 ? '' : 's'}`];
    },
  },
  show: {
    args: 'EMAIL',
    does: 'show one customer with addresses and sessions',
    async run(shop, args) {
      const customer = await getCustomer(shop, takeCommandArgs(args, 1)[0]);
      const { addresses, sessions } = await readCustomerDetails(shop.accounts, customer);
      return [
        lineOf(customer),
        ...addresses.map(
          (address) =>
            `  address ${address.id}: ${address.street}, ${address.city}, ${address.postcode} ${address.country_id}`,
        ),
        ...sessions.map(
          (session) =>
            `  session ${session.id}: ${session.device || 'unknown device'}, used ${session.used_at}`,
        ),
      ];
    },
  },
  'set-group': {
    args: 'EMAIL GROUP',
    does: 'put a customer into a group, a whole number from 1 on; prices follow',
    async run(shop, args) {
      const [email, group] = takeCommandArgs(args, 2);
      if (!/^[1-9]\d{0,8}$/.test(group)) throw new InvalidArgsError();
      const customer = await getCustomer(shop, email);
      await setGroup(shop.accounts, customer, Number(group));
      return [`${customer.email} is in group ${group} now (before: ${customer.group_id}).`];
    },
  },
  'end-sessions': {
    args: 'EMAIL',
    does: 'log a customer out everywhere',
    async run(shop, args) {
      const customer = await getCustomer(shop, takeCommandArgs(args, 1)[0]);
      return [`Sessions ended: ${await endAllSessions(shop.accounts, customer)}.`];
    },
  },
  block: {
    args: 'EMAIL [--reason TEXT]',
    does: 'accept no more orders from an address, with or without an account; sessions go on',
    async run({ db, now }, args) {
      const { plain, options } = takeCommandOptions(args, ['reason']);
      const email = readEmail(takeCommandArgs(plain, 1)[0]);
      await blockMailbox(db, email, { reason: options.reason ?? '', created_at: now() });
      return [`No order is accepted from ${email} any more.`];
    },
  },
  unblock: {
    args: 'EMAIL',
    does: 'accept orders from an address again',
    async run({ db }, args) {
      const email = readEmail(takeCommandArgs(args, 1)[0]);
      if (!(await unblockMailbox(db, email))) throw new UserFacingError(`${email} is not blocked.`);
      return [`Orders from ${email} are accepted again.`];
    },
  },
  blocked: {
    args: '',
    does: 'list the addresses from which no order is accepted',
    async run({ db }, args) {
      takeCommandArgs(args, 0);
      const blocked = await readBlockedMailboxes(db);
      const lines = blocked.map(
        ({ mailbox, reason, created_at }) =>
          `${mailbox}  since ${shopTime(created_at)}${reason && `  ${reason}`}`,
      );
      return [...lines, blocked.length === 1 ? '1 address' : `${blocked.length} addresses`];
    },
  },
  erase: {
    args: 'EMAIL --yes',
    does: 'erase a customer and all personal data; orders stay as long as the law requires',
    async run(shop, args) {
      const [email, yes] = takeCommandArgs(args, 2);
      if (yes !== '--yes') throw new InvalidArgsError();
      const customer = await getCustomer(shop, email);
      if (!(await eraseCustomer(shop.accounts, customer)))
        throw new UserFacingError(
          'The account changed meanwhile. Nothing was erased; run the command again.',
        );
      return [`Customer ${customer.id} is erased.`];
    },
  },
};

/** @throws UserFacingError when the text is no address */
function readEmail(text: string): string {
  if (validateEmail(text)) throw new UserFacingError(`"${text}" is no e-mail address. Nothing was changed.`);
  return normalEmail(text);
}

async function getCustomer({ accounts }: AdminShop, email: string) {
  const customer = await findByAddress(accounts, email);
  if (!customer) throw new UserFacingError(`There is no customer with the address ${email}.`);
  return customer;
}

const lineOf = (customer: Awaited<ReturnType<typeof getCustomer>>) =>
  `${customer.id}  ${customer.email}  ${customer.firstname} ${customer.lastname}  group ${customer.group_id}  since ${customer.created_at.toISOString().slice(0, 10)}`;
