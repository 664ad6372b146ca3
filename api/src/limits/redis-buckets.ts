import type { RedisClientType } from '@redis/client';
import type { Redis } from '../redis/connection.ts';
import { giveBackTo, takeFrom } from './bucket-scripts.ts';
import type { Buckets, Rate } from './limits.ts';

interface Parts {
  redis: Redis;
  /** Who counts while Redis does not. */
  database: Buckets;
  now: () => Date;
  /** Tells the operator that Redis has stopped counting. */
  warn(finding: string): void;
}

/**
 * Buckets in Redis; while it is away or late, those of the database (decision 30). What Redis holds may be lost with it, so
 * after a start, and after each answer it did not give, both count for as long as a bucket takes to fill: a try must be
 * in both, and Redis learns how little the database has left. So whoever empties the buckets of both gains one burst.
 */
export function redisBuckets({ redis, database, now, warn }: Parts): Buckets {
  const { ask, isDoubted } = openAsking(redis, now, warn);
  const take = (key: string, rate: Rate, most?: number) =>
    ask((client) => takeFrom(client, key, rate, now(), most));

  async function takeFromBoth(kept: Buckets, key: string, rate: Rate): Promise<number | undefined> {
    const left = await kept.take(key, rate);
    if (left === undefined) return undefined;
    const taken = await take(key, rate, left + 1);
    if (taken !== null) return left;
    await kept.giveBack(key, rate);
    return undefined;
  }

  const over = (kept: Buckets): Buckets => ({
    async take(key, rate) {
      if (isDoubted(rate)) return takeFromBoth(kept, key, rate);
      const taken = await take(key, rate);
      if (taken === undefined) return kept.take(key, rate);
      return taken === null ? undefined : Number(taken);
    },
    async giveBack(key, rate) {
      const given = await ask((client) => giveBackTo(client, key, rate));
      if (given === undefined || isDoubted(rate)) await kept.giveBack(key, rate);
    },
    within: (trx) => over(kept.within(trx)),
    forgetOld: () => kept.forgetOld(),
  });
  return over(database);
}

type Question = (client: RedisClientType) => Promise<unknown>;

/** Asks Redis, and remembers how far it is to be believed. */
function openAsking(redis: Redis, now: () => Date, warn: Parts['warn']) {
  let isSilent = false;
  /** It was asked and has neither answered nor refused: nobody else waits for it meanwhile. */
  let isOwing = false;
  let doubtedAt = now().getTime();

  /** @returns undefined when it is away or late */
  async function ask(question: Question): Promise<unknown> {
    if (isOwing) return undefined;
    let answer: Promise<unknown> = Promise.resolve();
    try {
      const said = await redis.ask((client) => (answer = question(client)));
      isSilent = false;
      return said;
    } catch (cause) {
      miss(cause, answer);
      return undefined;
    }
  }

  function miss(cause: unknown, answer: Promise<unknown>): void {
    doubtedAt = now().getTime();
    isOwing = true;
    const paid = () => {
      isOwing = false;
    };
    answer.then(paid, paid);
    if (!isSilent) warn(`Redis does not count tries, so the database does: ${cause}`);
    isSilent = true;
  }

  const isDoubted = ({ burst, perHour }: Rate) => now().getTime() - doubtedAt < (burst / perHour) * 3_600_000;

  return { ask, isDoubted };
}
