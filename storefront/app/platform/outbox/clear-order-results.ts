import { apiSettings, storeView } from '../api/api-settings.ts';
import { keyIn } from '../storage/store-view-storage.ts';
import { tabChannel } from '../storage/tab-channel.ts';
import type { OutboxEntry } from './outbox.ts';
import { openOutboxDatabase, outboxIn } from './outbox-db.ts';
import { orderOutboxName, tabsNameOf } from './outbox-names.ts';

/**
 * Deletes the results of orders placed in this browser, in every store view: the order numbers are
 * personal. Waiting orders remain; the shopper has decided about them (spec D42). No tab places an order
 * twice because of this: a completed order does not wait any more, and the shop accepts a cart and an order
 * id only once.
 */
export async function forgetOrderResults(): Promise<void> {
  const views = apiSettings().currentView?.views ?? [];
  const codes = new Set([storeView().code, ...views.map(({ code }) => code)]);
  const db = await openOutboxDatabase();
  for (const code of codes) {
    let isChanged = false;
    const { rev } = await outboxIn<unknown, OutboxEntry>(db, keyIn(code, orderOutboxName)).change(
      (outbox) => {
        isChanged = outbox.kept !== undefined;
        return isChanged ? { ...outbox, kept: undefined } : outbox;
      },
    );
    if (isChanged) tabChannel<number>(keyIn(code, tabsNameOf(orderOutboxName))).publish(rev);
  }
  db.close();
}
