import { checkStock } from '@fynbos/core/stock/contract.ts';
import { later, type Shelf, writeStock } from '../stock/stock-board.ts';
import { keptIn } from './task-box.ts';
import { currentTasks, queueTask, tasksLoaded } from './task-queue.ts';

/**
 * A stock check that cannot be made now waits as a task, one a product, and its result stays (wire contract 6.1): what
 * was heard last is what is known meanwhile.
 */
async function checkStockLater(sku: string): Promise<void> {
  await tasksLoaded;
  const known = keptIn(currentTasks().box).results.find(({ product_sku }) => product_sku === sku);
  if (known) writeStock(new Map([[sku, known.result as Shelf]]));
  await queueTask(
    {
      ...{ endpoint: checkStock, query: { sku }, callback_event: 'stock-after-check' },
      ...{ silent: true, is_result_cacheable: true, product_sku: sku },
    },
    (waiting) => waiting.product_sku === sku,
  );
}

later.check = (sku) => void checkStockLater(sku);
