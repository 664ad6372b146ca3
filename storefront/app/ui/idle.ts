/** Ends once the browser has nothing better to do, or after so long: a page that is busy, or taken for hidden, may never be idle. */
export const idle = (timeoutMs: number): Promise<unknown> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(resolve, { timeout: timeoutMs });
    else setTimeout(resolve, 200);
  });
