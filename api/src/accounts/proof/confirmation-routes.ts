import { confirmEmail, sendEmailConfirmation } from '@fynbos/core/accounts/contract.ts';
import type { FastifyInstance } from 'fastify';
import type { Actors } from '../../context.ts';
import { route } from '../../route.ts';
import type { UrlFor } from '../../store-views.ts';
import type { Accounts } from '../customers/account-context.ts';
import { followConfirmation, sendConfirmation } from './confirmation-service.ts';

/**
 * The proof of an account's e-mail address.
 * @param urlFor the base address of links in mails
 */
export function confirmationRoutes(
  app: FastifyInstance,
  accounts: Accounts,
  actors: Actors,
  urlFor: UrlFor,
): void {
  route(app, confirmEmail, async ({ body: { link, clear }, request }) =>
    followConfirmation(accounts, { link, clear, ip: request.ip }, await actors.findActor(request)),
  );

  route(app, sendEmailConfirmation, async ({ request }) => {
    const calledBy = { ...accounts, shopUrl: urlFor(request) };
    await sendConfirmation(calledBy, await actors.getActor(request), request.ip);
    return true;
  });
}
