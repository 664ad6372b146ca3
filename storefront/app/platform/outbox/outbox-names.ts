/** Names under which a store view stores its outboxes in the shared database (`outbox-db.ts`). */
export const cartOutboxName = 'cart';
export const orderOutboxName = 'orders';
export const taskOutboxName = 'tasks';

/** The name of the lock of an outbox, and of the channel on which tabs announce its changes. */
export const tabsNameOf = (name: string): string => `fynbos-${name}`;
