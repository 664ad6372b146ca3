import { createStore } from '../../platform/state/store.ts';

/**
 * The password of an account created along with an order. It stays in memory, and only until then (spec D42).
 */
const typed = createStore('');

export const rememberPassword = typed.set;
export const typedPassword = typed.get;
