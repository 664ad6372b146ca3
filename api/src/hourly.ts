const hourMs = 60 * 60 * 1000;

/** Does something every hour. @param fail is told what went wrong; the next hour tries again. @returns ends it */
export function hourly(work: () => Promise<void>, fail: (cause: unknown) => void): () => void {
  const timer = setInterval(() => void work().catch(fail), hourMs);
  timer.unref();
  return () => clearInterval(timer);
}
