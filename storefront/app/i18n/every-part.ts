import ofAccount from 'virtual:messages/account';
import ofCart from 'virtual:messages/cart';
import ofLists from 'virtual:messages/lists';
import ofOptions from 'virtual:messages/options';
import ofReviews from 'virtual:messages/reviews';
import ofShop from 'virtual:messages/shop';
import type { Languages } from './catalogues.ts';

/** All that the shop can say: what a server knows. */
export const everyPart: readonly Languages[] = [ofShop, ofOptions, ofLists, ofReviews, ofAccount, ofCart];
