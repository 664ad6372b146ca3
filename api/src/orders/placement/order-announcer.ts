import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../../db.ts';
import {
  announceOrders,
  announceOverdueOrders,
  type CommittedOrder,
} from '../records/order-announcement-store.ts';
import type { OrderAnnouncer } from '../records/order-context.ts';

/** Orders committed within this time are announced together. */
const gatherMs = 20;
/** Much longer than an announcement takes: the process that placed the order has ended. */
const overdueSeconds = 5;

/**
 * Opens the announcer of this process. A transaction that notifies holds a lock of the whole database while
 * it commits to disk, so orders are announced after their commit. Each order leaves a row until then. When a
 * process ends in between, another one announces the order.
 * @param everyMs how often to look for orders of processes that ended
 */
export function openOrderAnnouncer(db: Db, log: FastifyBaseLogger, everyMs = 5000): OrderAnnouncer {
  let waiting: CommittedOrder[] = [];
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  function inTurn(work: () => Promise<unknown>): Promise<void> {
    running = running.then(work).then(
      () => {},
      // The rows stay, and are overdue later.
      (error) => log.warn({ error: String(error) }, 'cannot announce orders yet'),
    );
    return running;
  }

  function announceWaiting(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    return inTurn(async () => {
      const orders = waiting;
      waiting = [];
      if (orders.length > 0) await announceOrders(db, orders);
    });
  }

  const announceOverdue = () => inTurn(() => announceOverdueOrders(db, overdueSeconds));
  const watch = setInterval(() => void announceOverdue(), everyMs);
  watch.unref();
  void announceOverdue();
  return {
    announce(order) {
      waiting.push(order);
      timer ??= setTimeout(() => void announceWaiting(), gatherMs);
    },
    async stop() {
      clearInterval(watch);
      await announceWaiting();
    },
  };
}
