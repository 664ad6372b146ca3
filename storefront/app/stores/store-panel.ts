/** The panel of the store picker, by its name. */
export const storePanel = 'store-picker';
