import { Gauge, type Registry } from 'prom-client';
import type { Db } from '../../db.ts';
import { readUnpaidStock } from '../../orders/records/unpaid-stock-service.ts';
import { inTime } from './queue-metrics.ts';

const unknown = { units: Number.NaN, products: Number.NaN, sold_out: Number.NaN };

/** Measures the stock that unpaid orders hold (T28). Without a database the values are NaN. */
export function measureUnpaidStock(registry: Registry, db: Db): void {
  new Gauge({
    name: 'stock_held_unpaid',
    help: 'Stock held by unpaid orders: units, products with held units, and products that are sold out because of them',
    labelNames: ['count'],
    registers: [registry],
    async collect() {
      const held = await inTime(
        readUnpaidStock(db).catch(() => unknown),
        unknown,
      );
      for (const [count, value] of Object.entries(held)) this.set({ count }, value);
    },
  });
}
