import { rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
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
  const apiUrl = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
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
      api.close();
      await rm(build, { recursive: true });
    },
  };
}

async function openApi(): Promise<Server> {
  const body = { code: 404, result: 'Product not found.', meta: { problem: 'product_not_found' } };
  const api = createServer((_request, response) => {
    response.writeHead(404, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  return api;
}

export function requestPath(app: FastifyInstance, url: string, headers: InjectOptions['headers'] = {}) {
  return app.inject({ url, headers });
}

/** The number of the rendering in a page: equal numbers mean the same rendering. */
export function rendering(response: LightMyRequestResponse): string {
  return /rendering (?:<!-- -->)?(\d+)/.exec(response.payload)?.[1] ?? 'none';
}
