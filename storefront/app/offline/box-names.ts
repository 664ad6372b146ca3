/** Under which names a store view keeps what waits, in the one database (`box-db.ts`). */
export const cartBoxName = 'cart';
export const orderBoxName = 'orders';
export const taskBoxName = 'tasks';
