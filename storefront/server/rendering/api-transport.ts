import http from 'node:http';
import https from 'node:https';
import { text } from 'node:stream/consumers';
import type { Arrived, Travel } from '../../app/platform/api/api-settings.ts';

const agents = {
  'http:': new http.Agent({ keepAlive: true, maxSockets: 64 }),
  'https:': new https.Agent({ keepAlive: true, maxSockets: 64 }),
};

/**
 * Calls the API over keep-alive connections. A page makes five or six calls, and each costs a third of a
 * `fetch` on the server.
 */
export const httpTransport: Travel = async (url, call) => {
  try {
    return await once(url, call);
  } catch (error) {
    // The API closed an idle connection just as it was reused: no data was read, so the call is retried.
    if ((error as { stale?: boolean }).stale) return once(url, call);
    throw error;
  }
};

function once(url: string, { method, headers, body, signal }: Parameters<Travel>[1]): Promise<Arrived> {
  const { promise, resolve, reject } = Promise.withResolvers<Arrived>();
  const address = new URL(url);
  const secure = address.protocol === 'https:';
  const request = (secure ? https : http).request(address, {
    method,
    signal,
    agent: agents[secure ? 'https:' : 'http:'],
    headers: { ...headers, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) },
  });
  request.on('response', (response) => {
    const { statusCode: status = 0, headers } = response;
    text(response).then(
      (responseText) =>
        resolve({
          status,
          type: headers['content-type'] ?? '',
          // The code for stale in RFC 7234.
          isOld: headers.warning?.startsWith('110') ?? false,
          text: responseText,
          cookies: headers['set-cookie'],
        }),
      reject,
    );
  });
  request.on('error', (error: NodeJS.ErrnoException) => {
    reject(Object.assign(error, { stale: request.reusedSocket && error.code === 'ECONNRESET' }));
  });
  request.end(body);
  return promise;
}
