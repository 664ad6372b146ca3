import { cartShape, isMeant, leftAt, snapshotOf, unsavedCartName } from '../../cart/sync/cart-outbox.ts';
import { apiSettings, storeView } from '../../platform/api/api-settings.ts';
import type { Text } from '../../platform/i18n/text.ts';
import {
  cartOutboxName,
  orderOutboxName,
  tabsNameOf,
  taskOutboxName,
} from '../../platform/outbox/outbox-names.ts';
import { dropKeys } from '../../platform/session/cart-token.ts';
import { orderShape } from './order-outbox.ts';
import '../../platform/i18n/parts/checkout-messages.ts';
import { clearedFor, taskShape } from '../../network-tasks/task-outbox.ts';
import { openOutboxDatabase, outboxIn } from '../../platform/outbox/outbox-db.ts';
import { confirmBeforeLogout, onSessionEnd, type SessionEnd } from '../../platform/session/session-events.ts';
import { writeText } from '../../platform/storage/browser-storage.ts';
import { keyIn } from '../../platform/storage/store-view-storage.ts';
import { tabChannel } from '../../platform/storage/tab-channel.ts';

let stop = () => {};

/**
 * A session covers all store views, but each view stores its own data. This asks for confirmation before a
 * logout if orders wait in other views (spec D42), and clears their carts as the shown view does with
 * its own.
 */
export function followOtherViews(t: Text['t']): void {
  stop();
  const stops = [
    confirmBeforeLogout(
      async (how) =>
        !(await isOrderWaiting()) ||
        confirm(t(how === 'erased' ? 'checkout.eraseAsk' : 'checkout.logOutAsk')),
    ),
    onSessionEnd((how) => {
      if (how !== 'elsewhere')
        void Promise.allSettled(
          otherViewCodes().flatMap((code) => [forgetCart(code, how), forgetTasks(code)]),
        );
    }),
  ];
  stop = () => {
    for (const unsubscribe of stops) unsubscribe();
  };
}

function otherViewCodes(): string[] {
  const views = apiSettings().currentView?.views ?? [];
  return views.map(({ code }) => code).filter((code) => code !== storeView().code);
}

async function isOrderWaiting(): Promise<boolean> {
  try {
    const db = await openOutboxDatabase();
    const outboxes = await Promise.all(
      otherViewCodes().map((code) => outboxIn(db, keyIn(code, orderOutboxName), orderShape).read()),
    );
    return outboxes.some(({ entries }) => entries.some(({ customer }) => customer !== undefined));
  } catch {
    // Without storage no order waits beyond its own page.
    return false;
  }
}

async function forgetCart(code: string, how: SessionEnd): Promise<void> {
  let isForgotten = isMeant(how);
  try {
    const outbox = await outboxIn(await openOutboxDatabase(), keyIn(code, cartOutboxName), cartShape).change(
      (now) => {
        isForgotten ||= snapshotOf(now).owner !== undefined;
        return leftAt(how)(now);
      },
    );
    tabChannel<number>(keyIn(code, tabsNameOf(cartOutboxName))).publish(outbox.rev);
  } finally {
    if (isForgotten) {
      dropKeys(code);
      const unsavedKey = keyIn(code, unsavedCartName);
      writeText(unsavedKey, null);
    }
  }
}

/** Tasks bound to a login end with it, in every store view (spec D26). */
async function forgetTasks(code: string): Promise<void> {
  const outboxStore = outboxIn(await openOutboxDatabase(), keyIn(code, taskOutboxName), taskShape);
  await outboxStore.change((now) => clearedFor(now, undefined));
}
