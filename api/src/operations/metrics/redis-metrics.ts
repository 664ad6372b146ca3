import { Gauge, type Registry } from 'prom-client';
import type { Redis } from '../../platform/redis/redis-connection.ts';

/** Whether Redis is reachable; no value when Redis is not configured. */
export function measureRedis(registry: Registry, redis: Pick<Redis, 'isThere'> | undefined): void {
  new Gauge({
    name: 'redis_away',
    help: 'Whether this process has lost Redis: 0 or 1',
    registers: [registry],
    collect() {
      if (redis) this.set(redis.isThere ? 0 : 1);
    },
  });
}
