import type { RedisClientType } from '@redis/client';
import type { Rate } from './limits.ts';

/**
 * Buckets as Redis keeps them: a hash with the tries that are in it (`tokens`) and the instant they were counted at
 * (`filled`, milliseconds of the shop's clock). A script is carried out as a whole: nobody counts in between.
 */

const prefix = 'fynbos:limit:';

// A clock that goes back leaves `filled` where it was, so that no time counts twice. How long a bucket needs until it is
// full is measured by the clock of Redis: however wrong ours was, nobody waits longer.
const takeScript = `
local burst, perHour = tonumber(ARGV[1]), tonumber(ARGV[2])
local now, most = tonumber(ARGV[3]), tonumber(ARGV[4])
local kept = redis.call('HMGET', KEYS[1], 'tokens', 'filled')
local tokens, filled = tonumber(kept[1] or burst), tonumber(kept[2] or now)
if now > filled then
  tokens = math.min(burst, tokens + perHour * (now - filled) / 3600000)
  filled = now
end
local left = math.min(tokens, most) - 1
if left < 0 then return false end
redis.call('HSET', KEYS[1], 'tokens', left, 'filled', filled)
redis.call('PEXPIRE', KEYS[1], math.ceil((burst - left) * 3600000 / perHour))
return tostring(left)`;

const giveBackScript = `
local tokens = redis.call('HGET', KEYS[1], 'tokens')
if tokens then redis.call('HSET', KEYS[1], 'tokens', math.min(tonumber(ARGV[1]), tokens + 1)) end
return 1`;

/**
 * Takes one try out of a bucket, which Redis forgets once it would be full again.
 *
 * @param most what is in it at most, where that is known from elsewhere
 * @returns how much is left; null when there was less than one try
 */
export function takeFrom(
  client: RedisClientType,
  key: string,
  { burst, perHour }: Rate,
  now: Date,
  most = burst,
): Promise<unknown> {
  const figures = [burst, perHour, now.getTime(), most];
  return client.eval(takeScript, { keys: [prefix + key], arguments: figures.map(String) });
}

/** Puts one try back. */
export function giveBackTo(client: RedisClientType, key: string, { burst }: Rate): Promise<unknown> {
  return client.eval(giveBackScript, { keys: [prefix + key], arguments: [String(burst)] });
}
