import { findOrder } from '@fynbos/core/orders/contract.ts';
import { ApiProblem } from '../../platform/api/api-problem.ts';
import { callAsCustomer } from '../../platform/session/call-as-customer.ts';
import { isWholeOrder, type ShownOrder } from './order-response.ts';

/** One order of the customer; undefined when there is none or it belongs to another customer. */
export async function findAsCustomer(
  orderNumber: string,
  signal: AbortSignal,
): Promise<ShownOrder | undefined> {
  try {
    const { result } = await callAsCustomer(findOrder, { body: { orderNumber }, signal });
    return isWholeOrder(result) ? result : undefined;
  } catch (error) {
    if (error instanceof ApiProblem && error.code === 'order_not_found') return undefined;
    throw error;
  }
}
