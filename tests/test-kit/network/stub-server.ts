import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that a stub server received. */
export interface StubRequest {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
  bytes: Buffer;
}

export interface StubResponse {
  status?: number;
  headers?: Record<string, string>;
  /** Objects are sent as JSON, strings unchanged; empty by default. */
  body?: unknown;
}

/** A stub server that responds as the test defines and records the requests it receives. */
export async function openStubServer(respond: (received: StubRequest) => StubResponse | undefined) {
  const requests: StubRequest[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const bytes = Buffer.concat(parts);
    const { method = '', url = '', headers } = request;
    requests.push({ method, url, headers, bytes, body: bytes.toString() });
    const stubResponse = respond(requests.at(-1)!);
    if (!stubResponse) return response.destroy();
    response.writeHead(stubResponse.status ?? 200, stubResponse.headers);
    const { body = '' } = stubResponse;
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    receivedRequests: requests,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
