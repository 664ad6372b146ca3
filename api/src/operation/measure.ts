import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { LiveCatalogue } from '../catalogue/live.ts';
import type { Db } from '../db.ts';
import { mailStanding } from '../mail/service.ts';

const seconds = [0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 1, 5];

/** Times every request by route, counts the catalogue and the mail; what `/api/metrics` prints. */
export function measure(app: FastifyInstance, catalogue: LiveCatalogue, db: Db): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by method, route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: seconds,
    registers: [registry],
  });
  new Gauge({
    name: 'catalogue_products',
    help: 'Products this process serves',
    registers: [registry],
    collect() {
      this.set(catalogue.size);
    },
  });
  new Gauge({
    name: 'mails',
    help: 'Mails that wait to be sent, and those given up in the last month',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      // Without a database there is nothing to count; the other figures are wanted all the more.
      const standing = await mailStanding(db).catch(() => undefined);
      this.set({ state: 'waiting' }, standing?.waiting ?? Number.NaN);
      this.set({ state: 'failed' }, standing?.failed ?? Number.NaN);
    },
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    requests.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    done();
  });
  return registry;
}
