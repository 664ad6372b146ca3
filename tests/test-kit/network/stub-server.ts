import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that a stub server received. */
export interface StubRequest {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface StubResponse {
  status?: number;
  headers?: Record<string, string>;
  /** Objects are sent as JSON, strings unchanged. */
  body: unknown;
}

/** A stub server that responds as the test defines and records the requests it receives. */
export async function openStubServer(respond: (received: StubRequest) => StubResponse | undefined) {
  const requests: StubRequest[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const { method = '', url = '', headers } = request;
    requests.push({ method, url, headers, body });
    const stubResponse = respond(requests.at(-1)!);
    if (!stubResponse) return response.destroy();
    response.writeHead(stubResponse.status ?? 200, stubResponse.headers);
    response.end(
      typeof stubResponse.body === 'string' ? stubResponse.body : JSON.stringify(stubResponse.body),
    );
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
