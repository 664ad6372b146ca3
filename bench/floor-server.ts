import { readFileSync } from 'node:fs';
import { createServer, type OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from './child.ts';

/** An answer that was heard from the shop, to be said again. */
export interface Heard {
  headers: OutgoingHttpHeaders;
  /** Base 64. */
  body: string;
}

/**
 * The least that Node can do: reads the request to its end and says the next of the answers it was given,
 * ready in memory. What the shop needs above this is the shop's own.
 */
serve<{ answers: string }>(async ({ answers }) => {
  const heard = (JSON.parse(readFileSync(answers, 'utf8')) as Heard[]).map(({ headers, body }) => ({
    headers,
    body: Buffer.from(body, 'base64'),
  }));
  let at = 0;
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      const { headers, body } = heard[at++ % heard.length]!;
      response.writeHead(200, headers).end(body);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      server.closeAllConnections();
      server.close();
    },
  };
});
