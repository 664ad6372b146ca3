import { Agent, type IncomingMessage, request as open, type ServerResponse } from 'node:http';
import type { ApiProcess } from './api-process.ts';

/** Not reused: a restart would close an idle connection just as the next request is sent. */
const agent = new Agent({ keepAlive: false });

/** Passes a request to the API. Requests during a restart wait for it. */
export async function proxyToApi(api: ApiProcess, from: IncomingMessage, to: ServerResponse): Promise<void> {
  try {
    const port = await api.port();
    const { method, url: path, rawHeaders: headers } = from;
    const request = open({ host: '127.0.0.1', port, method, path, headers, agent });
    to.on('close', () => request.destroy());
    request.on('response', (response) => {
      to.writeHead(response.statusCode ?? 502, response.rawHeaders);
      response.pipe(to);
      response.on('error', () => to.destroy());
    });
    request.on('error', ({ message }) => fail(to, message));
    from.pipe(request);
  } catch (error) {
    fail(to, error instanceof Error ? error.message : String(error));
  }
}

function fail(to: ServerResponse, message: string): void {
  if (to.headersSent) return void to.destroy();
  to.writeHead(502, { 'content-type': 'text/plain' }).end(`${message} The terminal shows the reason.\n`);
}
