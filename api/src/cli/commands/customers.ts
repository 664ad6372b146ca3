import {
  endAllSessions,
  findByAddress,
  readCustomerDetails,
  searchCustomers,
  setGroup,
} from '../../accounts/customer-admin-service.ts';
import { erase } from '../../accounts/privacy-service.ts';
import { UserFacingError } from '../../platform/errors/user-facing-error.ts';
import { type AdminCommands, type AdminShop, InvalidArgsError, takeArgs } from './admin-command.ts';

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
      const customer = await getCustomer(shop, takeArgs(args, 1)[0]!);
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
      const [email, group] = takeArgs(args, 2);
      if (!/^[1-9]\d{0,8}$/.test(group!)) throw new InvalidArgsError();
      const customer = await getCustomer(shop, email!);
      await setGroup(shop.accounts, customer, Number(group));
      return [`${customer.email} is in group ${group} now (before: ${customer.group_id}).`];
    },
  },
  'end-sessions': {
    args: 'EMAIL',
    does: 'log a customer out everywhere',
    async run(shop, args) {
      const customer = await getCustomer(shop, takeArgs(args, 1)[0]!);
      return [`Sessions ended: ${await endAllSessions(shop.accounts, customer)}.`];
    },
  },
  erase: {
    args: 'EMAIL --yes',
    does: 'erase a customer and all personal data; orders stay as long as the law requires',
    async run(shop, args) {
      const [email, yes] = takeArgs(args, 2);
      if (yes !== '--yes') throw new InvalidArgsError();
      const customer = await getCustomer(shop, email!);
      await erase(shop.accounts, customer);
      return [`Customer ${customer.id} is erased.`];
    },
  },
};

async function getCustomer({ accounts }: AdminShop, email: string) {
  const customer = await findByAddress(accounts, email);
  if (!customer) throw new UserFacingError(`There is no customer with the address ${email}.`);
  return customer;
}

const lineOf = (customer: Awaited<ReturnType<typeof getCustomer>>) =>
  `${customer.id}  ${customer.email}  ${customer.firstname} ${customer.lastname}  group ${customer.group_id}  since ${customer.created_at.toISOString().slice(0, 10)}`;
