const warned = new Set<string>();

/**
 * Writes a failure to the console of the browser, once for each cause while the page lives. It is for support:
 * shoppers need no notice, because the shop works without what failed.
 */
export function warnOnce(failure: string, error: unknown): void {
  const text = `${failure}: ${error instanceof Error ? error.name : error}`;
  if (warned.has(text)) return;
  warned.add(text);
  console.warn(text);
}
