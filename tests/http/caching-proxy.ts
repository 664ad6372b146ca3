import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A shared cache that is as careless as the standard allows. */
export interface CachingProxy {
  origin: string;
  /** Number of responses served from the cache. */
  hits: number;
  close(): Promise<void>;
}

interface CachedResponse {
  status: number;
  head: Record<string, string | string[]>;
  body: Buffer;
  /** Request headers named by Vary, with their values. */
  when: [string, string][];
}

/**
 * Caches everything that is not excluded. It respects `no-store`, `private`, `no-cache` and `Vary`. A
 * response without these is cached for the whole test, regardless of cookies and tokens.
 */
export async function openCachingProxy(shop: string): Promise<CachingProxy> {
  const { hostname, port } = new URL(shop);
  const cache = new Map<string, CachedResponse[]>();
  const server = createServer((incoming, outgoing) => {
    const { method = 'GET', url = '/', headers } = incoming;
    const name = `${headers.host} ${url}`;
    const isGet = method === 'GET';
    const cached =
      isGet &&
      cache.get(name)?.find(({ when }) => when.every(([header, was]) => text(headers[header]) === was));
    if (cached) {
      proxy.hits += 1;
      return void outgoing.writeHead(cached.status, { ...cached.head, 'x-proxy': 'hit' }).end(cached.body);
    }
    const onward = request({ hostname, port, path: url, method, headers: incoming.headers }, (from) => {
      const chunks: Buffer[] = [];
      from.on('data', (chunk) => chunks.push(chunk));
      from.on('end', () => {
        const entry: CachedResponse = {
          status: from.statusCode ?? 502,
          head: from.headers as CachedResponse['head'],
          body: Buffer.concat(chunks),
          when: text(from.headers.vary)
            .split(/,\s*/)
            .filter(Boolean)
            .map((header) => [header.toLowerCase(), text(headers[header.toLowerCase()])]),
        };
        const isLeft = /no-store|private|no-cache/.test(text(from.headers['cache-control']));
        if (isGet && !isLeft && entry.status < 500) cache.set(name, [...(cache.get(name) ?? []), entry]);
        outgoing.writeHead(entry.status, entry.head).end(entry.body);
      });
    });
    onward.on('error', () => outgoing.writeHead(502).end());
    incoming.pipe(onward);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const proxy: CachingProxy = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hits: 0,
    close: () => closeServer(server),
  };
  return proxy;
}

const text = (header: string | string[] | undefined): string => [header ?? ''].flat().join(', ');

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((done) => server.close(() => done()));
}
