import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a stand-in was asked. */
export interface Asked {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Answer {
  status?: number;
  headers?: Record<string, string>;
  /** An object goes as JSON, text as it is. */
  body: unknown;
}

/** A server that says what a test tells it to, and keeps what it was asked. */
export async function openStandIn(answer: (asked: Asked) => Answer | undefined) {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const { method = '', url = '', headers } = request;
    asked.push({ method, url, headers, body });
    const said = answer(asked.at(-1)!);
    if (!said) return response.destroy();
    response.writeHead(said.status ?? 200, said.headers);
    response.end(typeof said.body === 'string' ? said.body : JSON.stringify(said.body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
