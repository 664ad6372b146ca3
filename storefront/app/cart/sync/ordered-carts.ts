import { ownKey, readOwn } from '../../platform/storage/store-view-storage.ts';

const orderedName = 'current-orders';
export const orderedKey = ownKey(orderedName);

/**
 * Orders in progress: the tokens of their carts, or the order ids of orders made offline, which have no
 * cart yet. Readable by every page.
 */
export const orderedCarts = (): string[] => readOwn(orderedName)?.split(' ') ?? [];
