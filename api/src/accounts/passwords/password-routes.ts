import {
  changePassword,
  changePasswordAlias,
  checkPasswordLink,
  checkPasswordLinkByGet,
  confirmPasswordReset,
  resetPassword,
  resetPasswordAlias,
} from '@fynbos/core/accounts/contract.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Actors } from '../../context.ts';
import { route } from '../../route.ts';
import type { UrlFor } from '../../store-views.ts';
import type { Accounts } from '../customers/account-context.ts';
import type { Credentials } from '../sessions/session-credentials.ts';
import {
  changePassword as change,
  checkLink,
  confirmReset,
  requestPasswordReset,
} from './password-service.ts';

/**
 * Forgotten and changed passwords (spec accounts 7.1, spec D10).
 * @param urlFor the base address of links in mails
 */
export function passwordRoutes(
  app: FastifyInstance,
  accounts: Accounts,
  { actors, credentials, urlFor }: { actors: Actors; credentials: Credentials; urlFor: UrlFor },
): void {
  const calledBy = (request: FastifyRequest): Accounts => ({ ...accounts, shopUrl: urlFor(request) });

  for (const endpoint of [resetPassword, resetPasswordAlias]) {
    route(app, endpoint, async ({ body, request }) => {
      await requestPasswordReset(calledBy(request), body.email, request.ip);
      return true;
    });
  }

  route(app, checkPasswordLink, async ({ body, request }) => ({
    valid: await checkLink(accounts, body.forgotPasswordHash, request.ip),
  }));
  route(app, checkPasswordLinkByGet, async ({ query, request }) => ({
    valid: await checkLink(accounts, query.forgotPasswordHash, request.ip),
  }));

  route(app, confirmPasswordReset, async ({ body, request, reply }) => {
    const { deviceToken } = await confirmReset(calledBy(request), body, {
      ip: request.ip,
      actor: await actors.findActor(request),
    });
    credentials.setDeviceToken(request, reply, deviceToken);
    return true;
  });

  for (const endpoint of [changePassword, changePasswordAlias]) {
    route(app, endpoint, async ({ body, request, reply }) => {
      const actor = await actors.getActor(request);
      const { deviceToken } = await change(calledBy(request), actor, body);
      credentials.setDeviceToken(request, reply, deviceToken);
      return true;
    });
  }
}
