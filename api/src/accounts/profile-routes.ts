import {
  createCustomer,
  eraseCustomer,
  exportData,
  saveValue,
  showCustomer,
  showValue,
  updateCustomer,
} from '@fynbos/core/accounts/contract.ts';
import type { FastifyInstance } from 'fastify';
import type { Actors } from '../context.ts';
import { route } from '../route.ts';
import type { UrlFor } from '../store-views.ts';
import { saveCustomerData as save, readCustomerData as showStoredValue } from './customer-data-service.ts';
import { showCustomer as show, updateCustomer as update } from './customer-service.ts';
import type { Accounts } from './customers/account-context.ts';
import { eraseAccount, exportPersonalData as exportOf } from './privacy-service.ts';
import { register } from './registration-service.ts';

/**
 * Registration, the profile, and stored values (spec accounts 3, 7.1).
 * @param urlFor the base address of links in mails
 */
export function profileRoutes(
  app: FastifyInstance,
  accounts: Accounts,
  { getActor }: Actors,
  urlFor: UrlFor,
): void {
  route(app, createCustomer, ({ body, request }) =>
    register({ ...accounts, shopUrl: urlFor(request) }, body, request.ip),
  );

  route(app, showCustomer, async ({ request }) => show(accounts, (await getActor(request)).id));

  route(app, updateCustomer, async ({ body, request }) => {
    const { firstname, lastname, addresses } = body.customer;
    return update(accounts, await getActor(request), { firstname, lastname, addresses });
  });

  route(app, showValue, async ({ params, request }) =>
    showStoredValue(accounts, await getActor(request), params.name),
  );

  route(app, saveValue, async ({ params, body, request }) =>
    save(accounts, await getActor(request), params.name, body.value),
  );

  route(app, exportData, async ({ request }) => exportOf(accounts, await getActor(request)));

  route(app, eraseCustomer, async ({ body, request }) => {
    await eraseAccount(accounts, await getActor(request), body.currentPassword);
    return true;
  });
}
