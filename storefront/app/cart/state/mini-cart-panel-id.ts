/** Name of the mini cart panel. */
export const miniCartPanel = 'mini-cart';
