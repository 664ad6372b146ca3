import type { RedisClientType } from '@redis/client';
import type { Rate } from './rate-limits.ts';

/**
 * Buckets in Redis: a hash with the attempts left (`tokens`) and the instant they were counted at
 * (`filled`, milliseconds of the shop's clock). A script runs atomically, so counts cannot interleave.
 */

const prefix = 'fynbos:limit:';

// A clock that goes back leaves `filled` unchanged, so that no time counts twice. The expiry uses the clock
// of Redis, so a wrong clock of the shop cannot prolong a wait.
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
 * Takes one attempt from a bucket, which Redis deletes once it would be full.
 * @param maxTokens upper bound of the bucket's content, where known from another source
 * @returns the attempts left; null when there was less than one
 */
export function takeFromBucket(
  client: RedisClientType,
  key: string,
  { burst, perHour }: Rate,
  { now, maxTokens = burst }: { now: Date; maxTokens?: number | undefined },
): Promise<unknown> {
  const values = [burst, perHour, now.getTime(), maxTokens];
  return client.eval(takeScript, { keys: [prefix + key], arguments: values.map(String) });
}

/** Returns one attempt. */
export function giveBackToBucket(client: RedisClientType, key: string, { burst }: Rate): Promise<unknown> {
  return client.eval(giveBackScript, { keys: [prefix + key], arguments: [String(burst)] });
}
