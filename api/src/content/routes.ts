import { mailToken, sendMail } from '@fynbos/core/content/contract.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Actors, Ctx } from '../context.ts';
import { route } from '../route.ts';
import type { Views } from '../store-views.ts';
import { cmsRoutes } from './cms-routes.ts';
import { type Contact, type Correspondent, issueToken, queueContactMessage } from './contact-service.ts';
import type { LiveContent } from './live-content.ts';

/** Content pages and blocks, and messages to the shop. */
export function registerContent(
  app: FastifyInstance,
  context: Ctx & { content: LiveContent; views: Views },
): void {
  const { db, now, limits, actors, config } = context;
  cmsRoutes(app, context);
  contactRoutes(app, { db, now, limits, recipients: config.contactMail }, actors);
}

/** Contact message endpoints (wire contract 1.9, spec D11). */
function contactRoutes(app: FastifyInstance, contact: Contact, actors: Actors): void {
  const correspondent = async (request: FastifyRequest): Promise<Correspondent> => ({
    customerId: (await actors.findActor(request))?.id,
    ip: request.ip,
  });

  route(app, mailToken, async ({ request, reply }) => {
    reply.header('cache-control', 'no-store');
    return issueToken(contact, await correspondent(request));
  });
  route(app, sendMail, async ({ body, request }) => {
    await queueContactMessage(contact, body, await correspondent(request));
    return 'OK';
  });
}
