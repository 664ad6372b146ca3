import {
  catalogSnapshotDifference,
  catalogSnapshotInfo,
  fullCatalogSnapshot,
} from '@fynbos/core/search/contract.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Ctx } from '../../context.ts';
import { clientIpOf } from '../../platform/rate-limit/client-ip.ts';
import { bucketKey } from '../../platform/rate-limit/rate-limits.ts';
import { Ready, route } from '../../route.ts';
import type { Views } from '../../store-views.ts';
import { encodedFor } from '../encoded-response.ts';
import type { LiveCatalogSnapshot } from './catalog-snapshot-service.ts';

/**
 * A difference is computed per request. A browser requests one per visit, and many browsers share an
 * address.
 */
const rate = { burst: 60, perHour: 240 };

/** The offline catalogue: its size, all of it, and the changes since a version (SEA-4). */
export function registerCatalogSnapshot(
  app: FastifyInstance,
  { limits, views }: Ctx & { views: Views<{ catalogSnapshot: LiveCatalogSnapshot }> },
): void {
  route(app, catalogSnapshotInfo, async ({ request, reply }) => {
    const { version, products, bytes } = await views.of(request).catalogSnapshot.full();
    setCacheControl(reply);
    return { version, products, bytes };
  });

  route(app, fullCatalogSnapshot, async ({ request, reply }) => {
    const { version, response } = await views.of(request).catalogSnapshot.full();
    const etag = `"${version}"`;
    setCacheControl(reply).header('etag', etag);
    if (isHeld(etag, request.headers['if-none-match'])) {
      reply.code(304);
      return new Ready('', 'text/plain');
    }
    return new Ready(await encodedFor({ request, reply }, response));
  });

  route(app, catalogSnapshotDifference, async ({ body, request, reply }) => {
    await limits.take(bucketKey('pack-difference', clientIpOf(request.ip)), rate);
    const difference = await views.of(request).catalogSnapshot.difference(body);
    const plain = Buffer.from(JSON.stringify({ code: 200, result: difference ?? { whole: true } }));
    return new Ready(await encodedFor({ request, reply }, { plain, compressed: {} }));
  });
}

/** Allows shared caching with revalidation: a cached snapshot is valid while its version is current. */
const setCacheControl = (reply: FastifyReply): FastifyReply =>
  reply.header('cache-control', 'public, no-cache');

/** Intermediate servers may have made the ETag weak. */
function isHeld(etag: string, ifNoneMatch = ''): boolean {
  const held = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return held.includes(etag) || held.includes('*');
}
