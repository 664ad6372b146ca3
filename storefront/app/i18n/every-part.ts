import ofAccount from 'virtual:messages/account';
import ofOptions from 'virtual:messages/options';
import ofShop from 'virtual:messages/shop';
import type { Languages } from './catalogues.ts';

/** All that the shop can say: what a server knows. */
export const everyPart: readonly Languages[] = [ofShop, ofOptions, ofAccount];
