import { type ForgottenTags, readTags } from '@fynbos/core/operation/page-tags.ts';
import type { Redis } from './connection.ts';

const channel = 'fynbos:pages';
/** When what was last told: each by its stamp, of which none is ever given twice. */
const keys = ['fynbos:pages:stamp', 'fynbos:pages:generation', 'fynbos:pages:tags'] as const;
const againMs = 1000;
/**
 * Nobody waits for what is told, and telling everything instead makes every page anew: where a busy process was only late to
 * read the answer, that would keep it busy.
 */
const patienceMs = 10_000;

/**
 * Notes what is to be forgotten and tells it, in one step. Stamps go by the clock in milliseconds, so that not even a server
 * that has forgotten everything gives one twice. A server that is full of pages has room for this: what is told makes
 * pages old, and one that was not told would stay. KEYS as above; ARGV: the channel, what is told, and its tags one by one.
 */
const tell = `#!lua flags=allow-oom
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
 * Tells every storefront which kept pages are to be forgotten: each process of the API once it can itself be asked, so that
 * a page made from the answers of one that had not heard yet is forgotten after all.
 *
 * @param warn told when something could not be told, the first time
 * @returns tells; what cannot be told is told later, as everything. And what ends that
 */
export function pageTeller(
  redis: Redis,
  warn: (cause: unknown) => void = () => {},
): { tell(tags: ForgottenTags): void; stop(): void } {
  let again: NodeJS.Timeout | undefined;
  /** Something was not told: whatever is told next is everything. */
  let isOwing = false;
  let failures = 0;
  const tellNow = (tags: ForgottenTags) => {
    clearTimeout(again);
    const each = isOwing ? ['*'] : [tags].flat();
    const failedBefore = failures;
    const said = [channel, each.join(','), ...each];
    redis
      .ask((client) => client.eval(tell, { keys: [...keys], arguments: said }), patienceMs)
      .then(
        () => {
          if (each[0] === '*' && failures === failedBefore) isOwing = false;
        },
        (cause) => {
          if (!isOwing) warn(cause);
          isOwing = true;
          failures += 1;
          clearTimeout(again);
          again = setTimeout(() => tellNow('*'), againMs);
        },
      );
  };
  // What changed before this process was there, or while it could not say so.
  redis.hear(channel, { heard: ignore, lost: ignore, there: () => tellNow('*') });
  return { tell: tellNow, stop: () => clearTimeout(again) };
}

/** What a storefront hears of changes. */
export interface PageNews {
  /** How the shop stands, by what was told so far; undefined while nothing can be heard, or nobody has ever told anything. */
  readonly standing: Standing | undefined;
  /** Whether something of this was told to be forgotten after a stamp. */
  areStale(tags: readonly string[], since: number): Promise<boolean>;
}

/** Stamps: of what was told last, and of the last time that everything was to be forgotten. */
export interface Standing {
  stamp: number;
  generation: number;
}

/** Listens to what `pageTeller` tells. @param forget is called with everything where something may have been missed */
export function hearPageNews(redis: Redis, forget: (tags: ForgottenTags) => void): PageNews {
  let standing: Standing | undefined;
  let isHeard = false;
  const newer = (stamp: number, generation: number) => {
    // What was asked for may arrive after what was told since.
    standing = {
      stamp: Math.max(standing?.stamp ?? 0, stamp),
      generation: Math.max(standing?.generation ?? 0, generation),
    };
  };
  const askWhere = async () => {
    try {
      const [stamp, generation] = await redis.ask((client) => client.mGet([keys[0], keys[1]]));
      if (isHeard && stamp && generation) newer(Number(stamp), Number(generation));
    } catch {
      // Late; where the connection is gone it says so by itself.
      if (isHeard) setTimeout(() => void askWhere(), againMs).unref();
    }
  };
  redis.hear(channel, {
    heard(said) {
      const [stamp = '', named = ''] = said.split(' ');
      const tags = readTags(named) ?? '*';
      // Before the first answer it is not known which generation this is.
      if (standing || tags === '*') newer(Number(stamp), tags === '*' ? Number(stamp) : 0);
      forget(tags);
    },
    lost() {
      isHeard = false;
      standing = undefined;
      forget('*');
    },
    there() {
      isHeard = true;
      void askWhere();
    },
  });
  return {
    get standing() {
      return standing;
    },
    async areStale(tags, since) {
      if (tags.length === 0) return false;
      const stamps = await redis.ask((client) => client.hmGet(keys[2], [...tags]));
      return stamps.some((stamp) => Number(stamp ?? 0) > since);
    },
  };
}

const ignore = () => {};
