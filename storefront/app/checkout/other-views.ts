import { apiSettings, storeView } from '../api-settings.ts';
import { cartTabsName, snapshotOf } from '../cart/cart-box.ts';
import { dropKeys } from '../cart/cart-keys.ts';
import { cartShape } from '../cart/cart-shape.ts';
import { isMeant, leftAt } from '../cart/session-cart.ts';
import { unwrittenName } from '../cart/unwritten.ts';
import type { Text } from '../i18n/text.ts';
import { cartOutboxName, orderOutboxName, taskOutboxName } from '../offline/box-names.ts';
import { orderShape } from './order-shape.ts';
import '../i18n/needs/checkout-messages.ts';
import { confirmBeforeLogout, onSessionEnd, type SessionEnd } from '../accounts/session/session-events.ts';
import { keyIn } from '../kept-here.ts';
import { outboxIn, openOutboxDatabase } from '../offline/box-db.ts';
import { tabChannel } from '../offline/tab-news.ts';
import { clearedFor } from '../offline/task-box.ts';
import { taskShape } from '../offline/task-shape.ts';

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
    tabChannel<number>(keyIn(code, cartTabsName)).publish(outbox.rev);
  } finally {
    if (isForgotten) {
      dropKeys(code);
      localStorage.removeItem(keyIn(code, unwrittenName));
    }
  }
}

/** Tasks bound to a login end with it, in every store view (spec D26). */
async function forgetTasks(code: string): Promise<void> {
  const outboxStore = outboxIn(await openOutboxDatabase(), keyIn(code, taskOutboxName), taskShape);
  await outboxStore.change((now) => clearedFor(now, undefined));
}
