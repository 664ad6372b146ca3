let tasks: typeof import('./stock-check-tasks.lazy.ts') | undefined;

/**
 * Loads the code of offline stock checks while there is a network. It is too large for the first load of a
 * product page.
 */
export async function loadStockChecks(): Promise<void> {
  tasks = await import('./stock-check-tasks.lazy.ts');
}

/** Queues a stock check that cannot be made now. Does nothing until `loadStockChecks` has completed. */
export function queueStockCheck(sku: string): void {
  void tasks?.checkStockLater(sku);
}
