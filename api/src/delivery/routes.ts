import { deliveryOffer } from '@fynbos/core/delivery/contract.ts';
import type { FastifyInstance } from 'fastify';
import { route } from '../route.ts';
import type { Views } from '../store-views.ts';
import { deliveryAt, type PlaceOfferSources } from './place-offer-service.ts';

/** Seconds for which a browser or a proxy may reuse an answer: rates and days change rarely. */
const maxAge = 300;

/** The delivery methods of a place, the same for every shopper (spec D62). */
export function registerDeliveryOffer(
  app: FastifyInstance,
  sources: PlaceOfferSources & { views: Views },
): void {
  route(app, deliveryOffer, ({ query, request, reply }) => {
    const { view } = sources.views.of(request).catalogue;
    const offer = deliveryAt(sources, { typed: query.place, view, store: query.storePartitionKey });
    reply.header('cache-control', `public, max-age=${maxAge}`);
    return offer;
  });
}
