/** Under which names a store view keeps what waits, in the one database (`box-db.ts`). */
export const cartBoxName = 'cart';
export const orderBoxName = 'orders';
export const taskBoxName = 'tasks';
/** Where tabs tell each other that the orders changed. */
export const orderTabsName = 'fynbos-orders';
