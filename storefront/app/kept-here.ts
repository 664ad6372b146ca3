/**
 * Whether this browser keeps something of its own that a page shows: a cart, a list, a customer, a store.
 * Whoever comes for the first time does not, and is sent no code for it until they touch something.
 */
export function keepsSomething(): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith('current-') || key === 'adv-store-picker');
  } catch {
    return false;
  }
}
