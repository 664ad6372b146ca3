/** Names under which a store view stores its outboxes in the shared database (`outbox-db.ts`). */
export const cartOutboxName = 'cart';
export const orderOutboxName = 'orders';
export const taskOutboxName = 'tasks';
/** The channel on which tabs notify each other of changed orders. */
export const orderTabsName = 'fynbos-orders';
