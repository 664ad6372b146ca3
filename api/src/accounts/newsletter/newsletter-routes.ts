import { validateEmail } from '@fynbos/core/accounts/field-rules.ts';
import {
  followNewsletterLink,
  newsletterState,
  oldNewsletterState,
  oldSubscribe,
  oldUnsubscribe,
  subscribe as subscribeEndpoint,
  unsubscribe as unsubscribeEndpoint,
} from '@fynbos/core/newsletter/contract.ts';
import { Problem } from '@fynbos/core/problem.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Actors } from '../../context.ts';
import { setPrivateHeaders } from '../../platform/http/private-response.ts';
import { route, WithMeta } from '../../route.ts';
import type { UrlFor } from '../../store-views.ts';
import {
  followLink,
  type Newsletter,
  type Reader,
  stateFor,
  subscribe,
  unsubscribe,
} from './newsletter-service.ts';

/**
 * Newsletter endpoints (spec accounts 4.2 and 7.2, spec D15 and D40).
 * @param urlFor the base address of links in mails
 */
export function newsletterRoutes(
  app: FastifyInstance,
  newsletter: Newsletter,
  actors: Actors,
  urlFor: UrlFor,
): void {
  void app.register(async (scope) => {
    setPrivateHeaders(scope);
    mount(scope, newsletter, actors, urlFor);
  });
}

function mount(app: FastifyInstance, newsletter: Newsletter, actors: Actors, urlFor: UrlFor): void {
  const calledBy = (request: FastifyRequest): Newsletter => ({ ...newsletter, shopUrl: urlFor(request) });
  const readerOf = async (request: FastifyRequest): Promise<Reader> => ({
    customer: await actors.findActor(request),
    ip: request.ip,
  });

  for (const endpoint of [newsletterState, oldNewsletterState])
    route(app, endpoint, async ({ query, request }) => {
      checkAddress(query.email, 'querystring/email');
      return stateFor(newsletter, query.email, await readerOf(request));
    });
  for (const endpoint of [subscribeEndpoint, oldSubscribe])
    route(app, endpoint, async ({ body, request }) => {
      checkAddress(body.email, 'body/email');
      return subscribe(calledBy(request), body, await readerOf(request));
    });
  for (const endpoint of [unsubscribeEndpoint, oldUnsubscribe])
    route(app, endpoint, async ({ body, request }) => {
      checkAddress(body.email, 'body/email');
      return unsubscribe(calledBy(request), body.email, await readerOf(request));
    });
  route(app, followNewsletterLink, async ({ body, request }) => {
    const { state, coupon } = await followLink(calledBy(request), body, await readerOf(request));
    return coupon ? new WithMeta(state, { coupon }) : state;
  });
}

function checkAddress(email: string, field: string): void {
  const code = validateEmail(email);
  if (code)
    throw new Problem('invalid_input', {}, [{ field, message: 'is not an e-mail address', fault: code }]);
}
