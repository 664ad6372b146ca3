import { checkStock } from '@fynbos/core/stock/contract.ts';
import { type ItemStock, writeStock } from '../stock/stock-state.ts';
import { taskSnapshotOf } from './task-outbox.ts';
import { currentTasks, queueTask, startTasks } from './task-queue.ts';

/**
 * Queues a stock check that cannot be made now as a task, one per product. Its result is stored (wire
 * contract 6.1). Meanwhile the last result is shown.
 */
export async function checkStockLater(sku: string): Promise<void> {
  await startTasks();
  const known = taskSnapshotOf(currentTasks().outbox).results.find(({ product_sku }) => product_sku === sku);
  // Only stock checks have a `product_sku`.
  if (known) writeStock(new Map([[sku, known.result as ItemStock]]));
  await queueTask(
    {
      ...{ endpoint: checkStock, query: { sku }, callback_event: 'stock-after-check' },
      ...{ silent: true, is_result_cacheable: true, product_sku: sku },
    },
    (waiting) => waiting.product_sku === sku,
  );
}
