import { Gauge, Histogram, type Registry } from 'prom-client';
import type { Connections } from '../../platform/database/connection/connection-pool.ts';

/** Counts this process's database connections, and measures the wait for them. */
export function measureDatabase(registry: Registry, connections: Connections): void {
  const registers = [registry];
  new Gauge({
    name: 'database_connections',
    help: 'Connections to the database, by state',
    labelNames: ['state'],
    registers,
    collect() {
      const { totalCount, idleCount } = connections;
      this.set({ state: 'idle' }, idleCount);
      this.set({ state: 'busy' }, totalCount - idleCount);
    },
  });
  new Gauge({
    name: 'database_connections_waited_for',
    help: 'Callers that wait for a connection',
    registers,
    collect() {
      this.set(connections.waitingCount);
    },
  });
  const waited = new Histogram({
    name: 'database_connection_wait_seconds',
    help: 'Time waited for a connection',
    ...{ buckets: [0.001, 0.01, 0.05, 0.25, 1, 5], registers },
  });
  connections.onTaken = (seconds) => waited.observe(seconds);
}
