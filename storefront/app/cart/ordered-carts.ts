import { ownKey, readOwn } from '../kept-here.ts';

const orderedName = 'current-orders';
export const orderedKey = ownKey(orderedName);

/**
 * What is on its way as an order, by the token of its cart, or by its own id where it was made without a network and has no
 * cart yet; every page may look.
 */
export const orderedCarts = (): string[] => readOwn(orderedName)?.split(' ') ?? [];
