import { type ForgottenTags, readTags } from '@fynbos/core/operation/page-tags.ts';
import type { Redis } from '../redis/redis-connection.ts';

const channel = 'fynbos:pages';
/** Stamps of the last invalidations; no stamp is used twice. */
const keys = ['fynbos:pages:stamp', 'fynbos:pages:generation', 'fynbos:pages:tags'] as const;
const retryMs = 1000;
/**
 * No caller waits for the publication, and its failure invalidates every page. A short time-out would do
 * that to a process that is only slow to read the reply, and make it slower.
 */
const timeoutMs = 10_000;

/**
 * Stores and publishes an invalidation atomically. Stamps follow the clock in milliseconds, so that a
 * server without its data does not reuse one. The script may exceed the memory limit: without the
 * invalidation, stale pages would stay. KEYS as above; ARGV: the channel, the message, and its tags one by
 * one.
 */
const publishScript = `#!lua flags=allow-oom
  local at = redis.call('TIME')
  local now = at[1] * 1000 + math.floor(at[2] / 1000)
  local stamp = string.format('%d', math.max(tonumber(redis.call('GET', KEYS[1]) or 0) + 1, now))
  redis.call('SET', KEYS[1], stamp)
  if ARGV[2] == '*' then
    redis.call('SET', KEYS[2], stamp)
    redis.call('DEL', KEYS[3])
  else
    for i = 3, #ARGV do redis.call('HSET', KEYS[3], ARGV[i], stamp) end
  end
  redis.call('PUBLISH', ARGV[1], stamp .. ' ' .. ARGV[2])`;

/**
 * Publishes to every storefront which cached pages to invalidate. Each API process publishes after its own
 * update, so that a page made from the data of an outdated process is invalidated in the end.
 * @param warn called with the first failure
 * @returns a function that publishes, and one that stops retries; failed publications are retried as
 * "everything"
 */
export function pagePublisher(
  redis: Redis,
  warn: (cause: unknown) => void = () => {},
): { publish(tags: ForgottenTags): void; stop(): void } {
  let retryTimer: NodeJS.Timeout | undefined;
  /** A publication failed: the next one invalidates everything. */
  let isOwing = false;
  let failures = 0;
  const publishNow = (tags: ForgottenTags) => {
    clearTimeout(retryTimer);
    const each = isOwing ? ['*'] : [tags].flat();
    const failedBefore = failures;
    const scriptArgs = [channel, each.join(','), ...each];
    redis
      .execute((client) => client.eval(publishScript, { keys: [...keys], arguments: scriptArgs }), timeoutMs)
      .then(
        () => {
          if (each[0] === '*' && failures === failedBefore) isOwing = false;
        },
        (cause) => {
          if (!isOwing) warn(cause);
          isOwing = true;
          failures += 1;
          clearTimeout(retryTimer);
          retryTimer = setTimeout(() => publishNow('*'), retryMs);
        },
      );
  };
  // Covers changes before this process started, or while it could not publish.
  redis.subscribe(channel, { onMessage: ignore, lost: ignore, onReady: () => publishNow('*') });
  return { publish: publishNow, stop: () => clearTimeout(retryTimer) };
}

/** The page invalidations that a storefront receives. */
export interface PageEvents {
  /** The last stamps; undefined while events cannot be received, or before the first publication. */
  readonly stamps: PageStamps | undefined;
  /** Whether one of these tags was invalidated after a stamp. */
  areStale(tags: readonly string[], since: number): Promise<boolean>;
}

/** Stamps of the last invalidation, and of the last invalidation of everything. */
interface PageStamps {
  stamp: number;
  generation: number;
}

/**
 * Subscribes to the events of `pagePublisher`.
 * @param forget called with everything when events may have been missed
 */
export function subscribePageEvents(redis: Redis, forget: (tags: ForgottenTags) => void): PageEvents {
  let current: PageStamps | undefined;
  let isReceiving = false;
  const newer = (stamp: number, generation: number) => {
    // The stored stamps may arrive after a newer event.
    current = {
      stamp: Math.max(current?.stamp ?? 0, stamp),
      generation: Math.max(current?.generation ?? 0, generation),
    };
  };
  const readStamps = async () => {
    try {
      const [stamp, generation] = await redis.execute((client) => client.mGet([keys[0], keys[1]]));
      if (isReceiving && stamp && generation) newer(Number(stamp), Number(generation));
    } catch {
      // A time-out: retry. A lost connection is reported separately.
      if (isReceiving) setTimeout(() => void readStamps(), retryMs).unref();
    }
  };
  redis.subscribe(channel, {
    onMessage(message) {
      const [stamp = '', named = ''] = message.split(' ');
      const tags = readTags(named) ?? '*';
      // Before the stored stamps are known, the generation is unknown.
      if (current || tags === '*') newer(Number(stamp), tags === '*' ? Number(stamp) : 0);
      forget(tags);
    },
    lost() {
      isReceiving = false;
      current = undefined;
      forget('*');
    },
    onReady() {
      isReceiving = true;
      void readStamps();
    },
  });
  return {
    get stamps() {
      return current;
    },
    async areStale(tags, since) {
      if (tags.length === 0) return false;
      const stamps = await redis.execute((client) => client.hmGet(keys[2], [...tags]));
      return stamps.some((stamp) => Number(stamp ?? 0) > since);
    },
  };
}

const ignore = () => {};
