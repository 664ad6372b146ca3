import ofAccount from 'virtual:messages/account';
import ofCart from 'virtual:messages/cart';
import ofCheckout from 'virtual:messages/checkout';
import ofHome from 'virtual:messages/home';
import ofLists from 'virtual:messages/lists';
import ofOptions from 'virtual:messages/options';
import ofOrders from 'virtual:messages/orders';
import ofPayments from 'virtual:messages/payments';
import ofProblem from 'virtual:messages/problem';
import ofReviews from 'virtual:messages/reviews';
import ofSearch from 'virtual:messages/search';
import ofShop from 'virtual:messages/shop';
import type { Languages } from './catalogues.ts';

/** All that the shop can say: what a server knows. */
export const everyPart: readonly Languages[] = [
  ofShop,
  ofHome,
  ofSearch,
  ofProblem,
  ofOptions,
  ofLists,
  ofReviews,
  ofAccount,
  ofCart,
  ofCheckout,
  ofOrders,
  ofPayments,
];
