import { rm } from 'node:fs/promises';
import { openStubServer } from '@fynbos/test-kit/network/stub-server.ts';
import Fastify, { type FastifyInstance, type InjectOptions, type LightMyRequestResponse } from 'fastify';
import { mountStorefront, type Storefront, type StorefrontOptions } from '../mount.ts';
import { buildShop } from './build-test-shop.ts';

/** The built test shop, with an API that has no products. */
export interface TestShop {
  open(options?: Partial<StorefrontOptions>): Promise<OpenShop>;
  close(): Promise<void>;
}

export interface OpenShop {
  app: FastifyInstance;
  storefront: Storefront;
  /** The log records of the server. */
  log: Record<string, unknown>[];
}

export async function makeShop(): Promise<TestShop> {
  const build = await buildShop();
  const api = await openApi();
  const apiUrl = api.url;
  const opened: FastifyInstance[] = [];
  return {
    async open(options = {}) {
      const log: OpenShop['log'] = [];
      const app = Fastify({
        logger: { level: 'error', stream: { write: (line) => log.push(JSON.parse(line)) } },
      });
      opened.push(app);
      app.get('/api/known', () => ({ known: true }));
      app.setNotFoundHandler((_request, reply) => reply.code(404).send({ code: 404, result: 'api' }));
      const storefront = await mountStorefront(app, { apiUrl, cache: false, build, ...options });
      return { app, storefront, log };
    },
    async close() {
      await Promise.all(opened.map((app) => app.close()));
      await api.close();
      await rm(build, { recursive: true });
    },
  };
}

/** An API without products. */
const openApi = () =>
  openStubServer(() => ({
    status: 404,
    headers: { 'content-type': 'application/json' },
    body: { code: 404, result: 'Product not found.', meta: { problem: 'product_not_found' } },
  }));

export function requestPath(app: FastifyInstance, url: string, headers: InjectOptions['headers'] = {}) {
  return app.inject({ url, headers });
}

/** The number of the rendering in a page: equal numbers mean the same rendering. */
export function rendering(response: LightMyRequestResponse): string {
  return /rendering (?:<!-- -->)?(\d+)/.exec(response.payload)?.[1] ?? 'none';
}
