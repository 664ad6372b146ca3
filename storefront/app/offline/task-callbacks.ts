import { reloadProfile, takeCustomer } from '../accounts/session/session.ts';
import type { Shelf } from '../stock/stock-board.ts';
import type { NetworkTask, TaskCallback } from './task.ts';

/** What follows the answer of a task; done again where a page ended before it was written down. */
const callbacks: Record<TaskCallback, (result: never, task: NetworkTask) => Promise<void> | void> = {
  // The change stands: that it could not be read back is no failure of it (accounts 4.1).
  'user-after-update': async (customer: Parameters<typeof takeCustomer>[0]) => {
    takeCustomer(customer);
    await reloadProfile().catch(() => {});
  },
  'stock-after-check': async (shelf: Shelf, { product_sku = '' }) => {
    const { writeStock } = await import('../stock/stock-board.ts');
    writeStock(new Map([[product_sku, shelf]]));
  },
  'newsletter-after-change': () => {},
};

export async function afterTask(task: NetworkTask, result: unknown): Promise<void> {
  await callbacks[task.callback_event](result as never, task);
}
