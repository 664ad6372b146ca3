import { type ForgottenTags, readTags } from '@fynbos/core/operation/page-tags.ts';
import type { Redis } from './connection.ts';

const channel = 'fynbos:pages';
const generationKey = 'fynbos:pages:generation';
const againMs = 1000;

/**
 * Counts on and tells, in one step. Generations go by the clock, so that none is ever given twice, not even by a server that
 * has forgotten everything.
 */
const tell = `
  local at = redis.call('TIME')
  local now = at[1] * 1000 + math.floor(at[2] / 1000)
  local generation = math.max(tonumber(redis.call('GET', KEYS[1]) or 0) + 1, now)
  redis.call('SET', KEYS[1], string.format('%d', generation))
  redis.call('PUBLISH', ARGV[1], string.format('%d', generation) .. ' ' .. ARGV[2])`;

/**
 * Tells every storefront which kept pages are to be forgotten: each process of the API once it can itself be asked, so that
 * a page made from the answers of one that had not heard yet is forgotten after all.
 *
 * @returns tells; what cannot be told is told later, as everything. And what ends that
 */
export function pageTeller(redis: Redis): { tell(tags: ForgottenTags): void; stop(): void } {
  let again: NodeJS.Timeout | undefined;
  const tellNow = (tags: ForgottenTags) => {
    clearTimeout(again);
    const said = [channel, [tags].flat().join(',')];
    redis
      .ask((client) => client.eval(tell, { keys: [generationKey], arguments: said }))
      .catch(() => {
        again = setTimeout(() => tellNow('*'), againMs);
      });
  };
  // What changed before this process was there, or while it could not say so.
  redis.hear(channel, { heard: ignore, lost: ignore, there: () => tellNow('*') });
  return { tell: tellNow, stop: () => clearTimeout(again) };
}

/** What a storefront hears of changes. */
export interface PageNews {
  /** Counts what was told so far; undefined while nothing can be heard. Pages of one generation show the same shop. */
  readonly generation: number | undefined;
}

/** Listens to what `pageTeller` tells. @param forget is called with everything where something may have been missed */
export function hearPageNews(redis: Redis, forget: (tags: ForgottenTags) => void): PageNews {
  let generation: number | undefined;
  redis.hear(channel, {
    heard(said) {
      const [number = '', tags = ''] = said.split(' ');
      generation = Number(number);
      forget(readTags(tags) ?? '*');
    },
    lost() {
      generation = undefined;
      forget('*');
    },
    there() {
      const known = redis.ask((client) => client.get(generationKey));
      // What is heard meanwhile is newer.
      known.then((found) => {
        generation = Math.max(generation ?? 0, Number(found ?? 0));
      }, ignore);
    },
  });
  return {
    get generation() {
      return generation;
    },
  };
}

/** The connection says by itself that it is lost. */
const ignore = () => {};
