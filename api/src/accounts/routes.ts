import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import type { Actors } from '../context.ts';
import { setPrivateHeaders } from '../platform/http/private-response.ts';
import { ownOrigins } from '../platform/http/same-origin.ts';
import { hourly } from '../platform/jobs/hourly-job.ts';
import type { UrlFor } from '../store-views.ts';
import { applyAccountRetention } from './account-retention-service.ts';
import type { Accounts } from './customers/account-context.ts';
import { passwordRoutes } from './passwords/password-routes.ts';
import { profileRoutes } from './profile-routes.ts';
import { confirmationRoutes } from './proof/confirmation-routes.ts';
import { Credentials } from './sessions/session-credentials.ts';
import { sessionRoutes } from './sessions/session-routes.ts';

/**
 * Customer endpoints: registration, login, stored values (spec accounts 3 to 7).
 * @param urlFor the base address of links in mails
 */
export async function accountRoutes(
  app: FastifyInstance,
  accounts: Accounts,
  {
    actors,
    config,
    urlFor,
  }: {
    actors: Actors;
    config: Pick<Config, 'publicUrl' | 'multistore' | 'storeUrls' | 'tokenInHeader'>;
    urlFor: UrlFor;
  },
): Promise<void> {
  hourly(app, () => applyAccountRetention(accounts));
  await app.register(async (scope) => {
    setPrivateHeaders(scope);
    // A call without a body counts as an empty body: logout needs none.
    scope.addHook('preValidation', async (request) => {
      request.body ??= {};
    });
    const credentials = new Credentials(config.publicUrl, ownOrigins(config), accounts.endingCookies);
    sessionRoutes(scope, accounts, { actors, credentials, tokenInHeader: config.tokenInHeader });
    passwordRoutes(scope, accounts, { actors, credentials, urlFor });
    confirmationRoutes(scope, accounts, actors, urlFor);
    profileRoutes(scope, accounts, actors, urlFor);
  });
}
