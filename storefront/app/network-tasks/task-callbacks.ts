import { adoptCustomer, reloadProfile } from '../platform/session/session.ts';
import type { ItemStock } from '../stock/stock-state.ts';
import type { NetworkTask, TaskCallback } from './network-task.ts';

/** Follow-up actions after the response of a task; repeated if a page ended before the result was stored. */
const callbacks: Record<TaskCallback, (result: never, task: NetworkTask) => Promise<void> | void> = {
  // The change is saved: a failure to reload the profile is not a failure of the task (spec accounts 4.1).
  'user-after-update': async (customer: Parameters<typeof adoptCustomer>[0]) => {
    adoptCustomer(customer);
    await reloadProfile().catch(() => {});
  },
  'stock-after-check': async (itemStock: ItemStock, { product_sku = '' }) => {
    const { writeStock } = await import('../stock/stock-state.ts');
    writeStock(new Map([[product_sku, itemStock]]));
  },
  'newsletter-after-change': () => {},
};

export async function afterTask(task: NetworkTask, result: unknown): Promise<void> {
  await callbacks[task.callback_event](result as never, task);
}
