import { defaultStoreView } from '@fynbos/core/shop.ts';
import { Counter, type Registry } from 'prom-client';
import { hearOrders } from '../steps.ts';

/** Counts orders as they come into a state in this process, and what they come to. @returns ends it */
export function measureOrders(registry: Registry): () => void {
  const labels = { labelNames: ['state', 'currency'], registers: [registry] };
  const orders = new Counter({
    name: 'orders_total',
    help: 'Orders that came into a state in this process; what commands do is not counted',
    ...labels,
  });
  const value = new Counter({
    name: 'order_value_cents_total',
    help: 'What these orders come to, in hundredths of their currency',
    ...labels,
  });
  // What was never counted is not zero to Prometheus, and an alert waits for zero.
  const { currency } = defaultStoreView;
  for (const state of ['pending_payment', 'placed', 'expired']) {
    orders.inc({ state, currency }, 0);
    value.inc({ state, currency }, 0);
  }
  return hearOrders(({ state, cents, currency }) => {
    orders.inc({ state, currency });
    value.inc({ state, currency }, cents);
  });
}
