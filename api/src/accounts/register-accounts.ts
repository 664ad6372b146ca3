import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Ctx } from '../context.ts';
import { viewUrlsOf } from '../platform/http/store-view-urls.ts';
import { shopUrlOf } from '../platform/mail/templates/mail-links.ts';
import type { Views } from '../store-views.ts';
import { type AccountParts, accountLog, openAccounts } from './customers/account-context.ts';
import { newsletterRoutes } from './newsletter/newsletter-routes.ts';
import { accountRoutes } from './routes.ts';

/** Opens the accounts and mounts their endpoints and those of the newsletter. */
export async function registerAccounts(
  app: FastifyInstance,
  context: Ctx & { views: Views; parts: AccountParts },
): Promise<void> {
  const { db, now, limits, actors, config, views, parts } = context;
  const viewUrls = viewUrlsOf(config);
  const urlFor = (request: FastifyRequest) => viewUrls(views.of(request).catalogue.view.code);
  const accounts = await openAccounts(context, config, parts, accountLog(app.log));
  await accountRoutes(app, accounts, { actors, config, urlFor });
  newsletterRoutes(app, { db, now, limits, shopUrl: shopUrlOf(config) }, actors, urlFor);
}
