import { orderHistory } from '@fynbos/core/orders/contract.ts';
import { useEffect, useState } from 'react';
import { callAsCustomer } from '../../platform/session/call-as-customer.ts';
import type { ShownOrder } from '../state/order-response.ts';
import { OrderCard } from './order-card.tsx';

/** The last order of the customer. Without a response nothing is claimed: an order may have been paid. */
export function LastOrder() {
  const [order, setOrder] = useState<ShownOrder>();
  useEffect(() => {
    const abort = new AbortController();
    const { signal } = abort;
    callAsCustomer(orderHistory, { query: { pageSize: 1 }, signal }).then(
      ({ result }) => signal.aborted || setOrder(result.items[0]),
      () => {},
    );
    return () => abort.abort();
  }, []);
  return order && <OrderCard order={order} />;
}
