import { createHash } from 'node:crypto';
import type { PageEvents } from '@fynbos/api/platform/events/page-events.ts';
import type { Redis } from '@fynbos/api/platform/redis/redis-connection.ts';
import type { Page } from '@fynbos/storefront/server/page-cache/page.ts';
import { serializePage, unpackPage } from '@fynbos/storefront/server/page-cache/serialized-page.ts';
import type { SharedPages } from '@fynbos/storefront/server/page-cache/shared-page-cache.ts';

/** Pages of an earlier generation are not read any more; they expire after ten minutes at most. */
const seconds = 600;

/**
 * Pages that several storefronts share through Redis. Their name contains the build and settings of the
 * storefront and the generation of the shop.
 * @param by `makers`: other inputs of a page: build, settings; `key`: the secret that seals pages
 */
export function redisPages(
  redis: Redis,
  pageEvents: PageEvents,
  { makers, key: sealKey }: { makers: string; key: string },
): SharedPages {
  return {
    async find(key) {
      const { stamps: current } = pageEvents;
      if (!current) return undefined;
      const name = `fynbos:page:${hash([makers, String(current.generation), key].join('\0'))}`;
      const bytes = await redis.executeForBytes((client) => client.get(name)).catch(() => null);
      return {
        page: bytes ? await fresh(name, bytes).catch(() => undefined) : undefined,
        store(page) {
          const expiration = { type: 'EX', value: seconds } as const;
          const value = Buffer.concat([
            stampBytes(current.stamp),
            serializePage(page, { key: sealKey, under: under(name, current.stamp) }),
          ]);
          redis.execute((client) => client.set(name, value, { expiration })).catch(ignore);
        },
      };
    },
  };

  /** The page, unless its content changed after its rendering began. */
  async function fresh(name: string, bytes: Buffer): Promise<Page | undefined> {
    const stamp = bytes.readDoubleBE(0);
    const page = unpackPage(bytes.subarray(stampLength), { key: sealKey, under: under(name, stamp) });
    if (!page || (await pageEvents.areStale(page.tags, stamp))) return undefined;
    return page;
  }
}

/**
 * Name and time are part of the seal, so a page copied to another key or with a changed time is
 * invalid.
 */
const under = (name: string, stamp: number): string => `${name} ${stamp}`;
const stampLength = 8;

function stampBytes(stamp: number): Buffer {
  const bytes = Buffer.alloc(stampLength);
  bytes.writeDoubleBE(stamp);
  return bytes;
}

const hash = (text: string): string => createHash('sha256').update(text).digest('base64url');
/** On a failure the page is rendered for the next visitor; slower, but correct. */
const ignore = () => {};
