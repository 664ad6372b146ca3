import { accountMutations } from './list/account-mutations.ts';
import { cartMutations } from './list/cart-mutations.ts';
import { offlineMutations } from './list/offline-mutations.ts';
import { orderMutations } from './list/order-mutations.ts';
import { paymentMutations } from './list/payment-mutations.ts';
import { priceMutations } from './list/price-mutations.ts';
import { searchMutations } from './list/search-mutations.ts';
import type { Mutation } from './mutation.ts';

/** Every planted defect. */
export const allMutations: readonly Mutation[] = [
  ...priceMutations,
  ...cartMutations,
  ...orderMutations,
  ...paymentMutations,
  ...accountMutations,
  ...offlineMutations,
  ...searchMutations,
];
