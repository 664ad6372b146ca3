import { fulfilmentConfig } from '@fynbos/core/stores/contract.ts';
import type { FastifyInstance } from 'fastify';
import type { Ctx } from '../context.ts';
import { route } from '../route.ts';
import { listStores } from './store-service.ts';

/** The stores a shopper can choose from (spec accounts 7.4, spec D9). */
export function registerStores(app: FastifyInstance, { db }: Pick<Ctx, 'db'>): void {
  route(app, fulfilmentConfig, async () => ({ fulfilment_stores: await listStores(db) }));
}
