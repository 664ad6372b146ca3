import { isApiPath } from '@fynbos/core/api-path.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../../config/config.ts';
import { alsoVary } from '../../route.ts';
import { ownOrigins } from './same-origin.ts';

/** Headers that the shop's own pages send and read, in addition to the CORS-safelisted headers. */
const sent =
  'Authorization, Content-Type, Idempotency-Key, X-Cart-Token, X-ClientId, X-ClientInfo, X-Group-Token, X-Vs-Store-Code';
const read = 'ETag, Link, Retry-After, X-Request-Id';
const aDay = '86400';

/**
 * When the API has its own public address, allows CORS requests from the shop's own pages only. Otherwise
 * no response carries CORS headers (ADR-032, T11).
 */
export function registerCors(
  app: FastifyInstance,
  config: Pick<Config, 'publicApiUrl' | 'publicUrl' | 'multistore' | 'storeUrls'>,
): void {
  if (!config.publicApiUrl) return;
  const allowedOrigins = ownOrigins(config);
  const findOwn = ({ headers: { origin = '' } }: FastifyRequest) =>
    allowedOrigins.has(origin) ? origin : undefined;
  const isCall = ({ url }: FastifyRequest) => isApiPath(url);
  app.addHook('onRequest', async (request, reply) => {
    const isPreflight = request.headers['access-control-request-method'] !== undefined;
    if (request.method !== 'OPTIONS' || !isPreflight || !isCall(request) || !findOwn(request)) return;
    return reply
      .code(204)
      .headers({ 'access-control-allow-methods': 'GET, POST, DELETE', 'access-control-allow-headers': sent })
      .headers({ 'access-control-max-age': aDay, 'cache-control': 'no-store' })
      .send();
  });
  app.addHook('onSend', async (request, reply) => {
    if (!isCall(request)) return;
    alsoVary(reply, 'Origin');
    const origin = findOwn(request);
    if (origin === undefined) return;
    reply
      .headers({ 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' })
      .header('access-control-expose-headers', read);
  });
}
