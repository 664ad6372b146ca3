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
import { route } from '../route.ts';
import type { UrlFor } from '../views.ts';
import type { Accounts } from './accounts.ts';
import type { Actors } from './actor.ts';
import { showCustomer as show, updateCustomer as update } from './customer-service.ts';
import { eraseAccount, exportData as exportOf } from './privacy-service.ts';
import { register } from './register-service.ts';
import { saveValue as keep, showValue as showKept } from './value-service.ts';

/** Registration, the profile, and what a customer keeps (accounts 3, 7.1). @param urlFor where mails lead */
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
    return update(accounts, (await getActor(request)).id, { firstname, lastname, addresses });
  });

  // Nobody has ordered yet: the page stands, orders fill it.
  route(app, showValue, async ({ params, request }) =>
    showKept(accounts, (await getActor(request)).id, params.name),
  );

  route(app, saveValue, async ({ params, body, request }) =>
    keep(accounts, (await getActor(request)).id, params.name, body.value),
  );

  route(app, exportData, async ({ request }) => exportOf(accounts, await getActor(request)));

  route(app, eraseCustomer, async ({ body, request }) => {
    await eraseAccount(accounts, await getActor(request), body.currentPassword);
    return true;
  });
}
