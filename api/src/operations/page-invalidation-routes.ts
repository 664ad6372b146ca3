import { invalidate, invalidateByGet } from '@fynbos/core/operation/contract.ts';
import { availableTags, readTags } from '@fynbos/core/operation/page-tags.ts';
import { Problem } from '@fynbos/core/problem.ts';
import type { FastifyInstance } from 'fastify';
import { listenTo } from '../platform/database/connection/notification-listener.ts';
import { notifyPages } from '../platform/events/page-events-store.ts';
import { clientIpOf } from '../platform/rate-limit/client-ip.ts';
import { bucketKey } from '../platform/rate-limit/rate-limits.ts';
import { isEqualInConstantTime } from '../platform/security/constant-time-equal.ts';
import { route } from '../route.ts';
import type { ShopContext } from '../shop-context.ts';

/** Rate limit of wrong keys per client IP. */
const rate = { burst: 60, perHour: 600 };
const cacheDisabled = 'Cache invalidation is not required, output cache is disabled';

/**
 * The endpoint that invalidates cached pages for an operator's other systems (SHELL-2, wire contract 1.9).
 * It invalidates them in this process before it responds, and in the other processes a moment later.
 */
export function invalidationRoutes(
  app: FastifyInstance,
  { db, limits, config, onForget }: ShopContext,
): void {
  for (const endpoint of [invalidate, invalidateByGet]) {
    route(app, endpoint, async ({ query, request, reply }) => {
      // Without a configured key every request is refused.
      if (!config.invalidationKey || !isEqualInConstantTime(query.key ?? '', config.invalidationKey)) {
        await limits.take(bucketKey('invalidate', clientIpOf(request.ip)), rate);
        throw new Problem('cache_key_refused');
      }
      reply.header('cache-control', 'no-store');
      if (!config.outputCache) return cacheDisabled;
      const tags = readTags(query.tag ?? '');
      if (!tags) throw unknownTag();
      const named = [tags].flat().join(',');
      onForget(tags);
      await notifyPages(db, named);
      return `Tags invalidated successfully [${named}]`;
    });
  }
}

function unknownTag(): Problem {
  const message = `must be *, or names that begin with ${availableTags.join(', ')}`;
  return new Problem('invalid_input', {}, [{ field: 'querystring/tag', message }]);
}

/** Invalidates pages that any process announces, and all pages when announcements may have been missed. */
export async function watchPageInvalidations(
  app: FastifyInstance,
  { url, onForget }: ShopContext,
): Promise<void> {
  const listener = listenTo({
    url,
    channel: 'pages',
    onNotification: (payload) => onForget(readTags(payload) ?? '*'),
    missed: () => onForget('*'),
    log: app.log.child({ work: 'kept pages' }),
  });
  app.addHook('onClose', listener.stop);
  await listener.ready;
}
