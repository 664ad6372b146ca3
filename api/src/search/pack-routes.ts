import { packDifference, packFacts, wholePack } from '@fynbos/core/search/contract.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Ctx } from '../ctx.ts';
import { machineOf } from '../limits/client-address.ts';
import { bucketKey } from '../limits/limits.ts';
import { Ready, route } from '../route.ts';
import { encodedFor } from './encoded-for.ts';

/** A difference is worked out for each who asks; a browser asks once a visit, and many of them share an address. */
const rate = { burst: 60, perHour: 240 };

/** The catalogue in the pocket: how large it is, all of it, and what has changed since (SEA-4). */
export function packRoutes(app: FastifyInstance, { limits, views }: Pick<Ctx, 'limits' | 'views'>): void {
  route(app, packFacts, async ({ request, reply }) => {
    const { version, products, bytes } = await views.of(request).pack.whole();
    keep(reply);
    return { version, products, bytes };
  });

  route(app, wholePack, async ({ request, reply }) => {
    const { version, answer } = await views.of(request).pack.whole();
    const etag = `"${version}"`;
    keep(reply).header('etag', etag);
    if (isHeld(etag, request.headers['if-none-match'])) {
      reply.code(304);
      return new Ready('', 'text/plain');
    }
    return new Ready(await encodedFor({ request, reply }, answer));
  });

  route(app, packDifference, async ({ body, request, reply }) => {
    await limits.take(bucketKey('pack-difference', machineOf(request.ip)), rate);
    const difference = await views.of(request).pack.difference(body);
    const plain = Buffer.from(JSON.stringify({ code: 200, result: difference ?? { whole: true } }));
    return new Ready(await encodedFor({ request, reply }, { plain, packed: {} }));
  });
}

/** The same for everybody, and asked about again each time: what is held is still good as long as its name is. */
const keep = (reply: FastifyReply): FastifyReply => reply.header('cache-control', 'public, no-cache');

/** Servers between us and the browser may have marked it as weak. */
function isHeld(etag: string, ifNoneMatch = ''): boolean {
  const held = ifNoneMatch.split(',').map((one) => one.trim().replace(/^W\//, ''));
  return held.includes(etag) || held.includes('*');
}
