import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { hourly } from '../hourly.ts';
import { ownOrigins } from '../own-origin.ts';
import type { UrlFor } from '../views.ts';
import type { Accounts } from './accounts.ts';
import type { Actors } from './actor.ts';
import { Credentials } from './credentials.ts';
import { passwordRoutes } from './password-routes.ts';
import { setPrivateHeaders } from './private-answers.ts';
import { profileRoutes } from './profile-routes.ts';
import { sessionRoutes } from './session-routes.ts';
import { sweep } from './sweep.ts';

/**
 * Customer endpoints: registration, login, stored values (spec accounts 3 to 7).
 * @param urlFor the base address of links in mails
 */
export async function accountRoutes(
  app: FastifyInstance,
  accounts: Accounts,
  actors: Actors,
  config: Pick<Config, 'publicUrl' | 'multistore' | 'storeUrls' | 'tokenInHeader'>,
  urlFor: UrlFor,
): Promise<void> {
  hourly(app, () => sweep(accounts));
  await app.register(async (scope) => {
    setPrivateHeaders(scope);
    // A call without a body counts as an empty body: logout needs none.
    scope.addHook('preValidation', async (request) => {
      request.body ??= {};
    });
    const credentials = new Credentials(config.publicUrl, ownOrigins(config), accounts.endingCookies);
    sessionRoutes(scope, accounts, actors, credentials, config.tokenInHeader);
    passwordRoutes(scope, accounts, actors, credentials, urlFor);
    profileRoutes(scope, accounts, actors, urlFor);
  });
}
