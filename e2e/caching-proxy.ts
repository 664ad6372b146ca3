import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A cache that many people share, as careless as one may be. */
export interface CachingProxy {
  origin: string;
  /** How many answers came out of it. */
  hits: number;
  close(): Promise<void>;
}

interface Kept {
  status: number;
  head: Record<string, string | string[]>;
  body: Buffer;
  /** The headers the answer says it depends on, as they were. */
  when: [string, string][];
}

/**
 * Keeps whatever it is not told to leave: `no-store`, `private` and `no-cache` are believed, `Vary` too; who says nothing is
 * kept for as long as the test lasts, whoever asked and with whatever cookie or token.
 */
export async function openCachingProxy(shop: string): Promise<CachingProxy> {
  const { hostname, port } = new URL(shop);
  const kept = new Map<string, Kept[]>();
  const server = createServer((asked, answer) => {
    const { method = 'GET', url = '/', headers } = asked;
    const name = `${headers.host} ${url}`;
    const mayKeep = method === 'GET';
    const found =
      mayKeep &&
      kept.get(name)?.find(({ when }) => when.every(([header, was]) => text(headers[header]) === was));
    if (found) {
      proxy.hits += 1;
      return void answer.writeHead(found.status, { ...found.head, 'x-proxy': 'hit' }).end(found.body);
    }
    const onward = request({ hostname, port, path: url, method, headers: asked.headers }, (from) => {
      const chunks: Buffer[] = [];
      from.on('data', (chunk) => chunks.push(chunk));
      from.on('end', () => {
        const one: Kept = {
          status: from.statusCode ?? 502,
          head: from.headers as Kept['head'],
          body: Buffer.concat(chunks),
          when: text(from.headers.vary)
            .split(/,\s*/)
            .filter(Boolean)
            .map((header) => [header.toLowerCase(), text(headers[header.toLowerCase()])]),
        };
        const isLeft = /no-store|private|no-cache/.test(text(from.headers['cache-control']));
        if (mayKeep && !isLeft && one.status < 500) kept.set(name, [...(kept.get(name) ?? []), one]);
        answer.writeHead(one.status, one.head).end(one.body);
      });
    });
    onward.on('error', () => answer.writeHead(502).end());
    asked.pipe(onward);
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
