import type { FastifyBaseLogger } from 'fastify';

/**
 * Runs work at intervals, one run at a time. A failure is logged, and the next run tries again.
 * @param failure the log message of a failed run
 * @returns a function that stops it, after the current run
 */
export function startPeriodicJob(
  work: () => Promise<unknown>,
  { everyMs, log, failure }: { everyMs: number; log: FastifyBaseLogger; failure: string },
): () => Promise<void> {
  let running: Promise<void> | undefined;
  const run = () => {
    running ??= work()
      .then(() => {})
      .catch((error: unknown) => log.warn({ error: String(error) }, failure))
      .finally(() => {
        running = undefined;
      });
  };
  run();
  const timer = setInterval(run, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
