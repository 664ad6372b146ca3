import { readFileSync } from 'node:fs';
import { createServer, type OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from './child-server.ts';

/** A response recorded from the shop, to be replayed. */
export interface RecordedResponse {
  headers: OutgoingHttpHeaders;
  /** Base64. */
  body: string;
}

/**
 * The floor: the minimum that Node needs. It reads the request to its end and sends the next recorded
 * response from memory. The difference is the cost of the shop.
 */
serve<{ recordingFile: string }>(async ({ recordingFile }) => {
  const responses = (JSON.parse(readFileSync(recordingFile, 'utf8')) as RecordedResponse[]).map(
    ({ headers, body }) => ({
      headers,
      body: Buffer.from(body, 'base64'),
    }),
  );
  let at = 0;
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      const { headers, body } = responses[at++ % responses.length]!;
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
