import type { FastifyInstance } from 'fastify';

const hourMs = 60 * 60 * 1000;

/** Runs work every hour while the app is open. A failure is logged, and the next hour tries again. */
export function hourly(app: FastifyInstance, work: () => Promise<unknown>): void {
  const log = app.log.child({ work: 'hourly' });
  const timer = setInterval(() => void work().catch((cause) => log.error(cause)), hourMs);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
}
