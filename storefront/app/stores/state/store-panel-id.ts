/** Name of the store picker panel. */
export const storePanel = 'store-picker';
