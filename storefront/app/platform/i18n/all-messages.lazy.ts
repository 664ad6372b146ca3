import ofAccount from 'virtual:messages/account';
import ofCart from 'virtual:messages/cart';
import ofCheckout from 'virtual:messages/checkout';
import ofContent from 'virtual:messages/content';
import ofHome from 'virtual:messages/home';
import ofLists from 'virtual:messages/lists';
import ofNetwork from 'virtual:messages/network';
import ofOffline from 'virtual:messages/offline';
import ofOptions from 'virtual:messages/options';
import ofOrders from 'virtual:messages/orders';
import ofPayments from 'virtual:messages/payments';
import ofProblem from 'virtual:messages/problem';
import ofPush from 'virtual:messages/push';
import ofReviews from 'virtual:messages/reviews';
import ofSearch from 'virtual:messages/search';
import ofShop from 'virtual:messages/shop';
import ofWaiting from 'virtual:messages/waiting';
import type { Languages } from './message-loader.ts';

/** All messages of the shop, for the server. */
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
  ofContent,
  ofWaiting,
  ofPush,
  ofOffline,
  ofNetwork,
];
