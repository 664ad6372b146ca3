import { type Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';

/** The response to one request: its status, and how long it took in milliseconds. */
export interface TimedResponse {
  status: number;
  ms: number;
  path: string;
  /** The JSON of a call. The compressed text of a page is not read. */
  body: string;
}

/** Sends a request for a page, or a call with JSON, and measures it until its last byte. */
export async function sendTimed(
  port: number,
  { path, agent, token, json }: { path: string; agent: Agent; token?: string; json?: unknown },
): Promise<TimedResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<TimedResponse>();
  const begin = performance.now();
  const sent = request(
    {
      ...{ port, path, agent, host: '127.0.0.1', method: json ? 'POST' : 'GET' },
      headers: {
        accept: 'text/html',
        ...(json ? { 'content-type': 'application/json' } : { 'accept-encoding': 'br' }),
        ...(token !== undefined && { 'x-cart-token': token }),
      },
    },
    (response) => {
      const { statusCode: status = 0 } = response;
      const end = (body: string) => resolve({ status, path, body, ms: performance.now() - begin });
      if (json) text(response).then(end, reject);
      else
        response
          .on('error', reject)
          .on('end', () => end(''))
          .resume();
    },
  );
  sent.on('error', reject);
  sent.end(json === undefined ? undefined : JSON.stringify(json));
  return promise;
}
