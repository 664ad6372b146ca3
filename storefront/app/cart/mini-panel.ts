/** The panel of the mini cart, by its name. */
export const miniCartPanel = 'mini-cart';
