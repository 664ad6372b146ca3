import { defaultStoreView } from '@fynbos/core/shop.ts';
import { Counter, type Registry } from 'prom-client';
import { subscribeOrders } from '../../platform/diagnostics/diagnostics-channels.ts';

/**
 * Counts the orders that enter each state in this process, and their value.
 * @returns a function that stops it
 */
export function measureOrders(registry: Registry): () => void {
  const labels = { labelNames: ['state', 'currency'], registers: [registry] };
  const orders = new Counter({
    name: 'orders_total',
    help: 'Orders that entered a state in this process; CLI commands are not counted',
    ...labels,
  });
  const value = new Counter({
    name: 'order_value_cents_total',
    help: 'Value of these orders, in hundredths of their currency',
    ...labels,
  });
  // Initialise the series: alerts compare with zero, and Prometheus does not know a series before its first
  // value.
  const { currency } = defaultStoreView;
  for (const state of ['pending_payment', 'placed', 'expired']) {
    orders.inc({ state, currency }, 0);
    value.inc({ state, currency }, 0);
  }
  return subscribeOrders(({ state, cents, currency }) => {
    orders.inc({ state, currency });
    value.inc({ state, currency }, cents);
  });
}
