/** Resolves once the browser is idle, or after a time-out: a busy or hidden page may never be idle. */
export const idle = (timeoutMs: number): Promise<unknown> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(resolve, { timeout: timeoutMs });
    else setTimeout(resolve, 200);
  });
