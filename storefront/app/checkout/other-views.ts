import { apiSettings, storeView } from '../api-settings.ts';
import { cartTabsName, keptOf } from '../cart/cart-box.ts';
import { dropKeys } from '../cart/cart-keys.ts';
import { cartShape } from '../cart/cart-shape.ts';
import { isMeant, leftAt } from '../cart/session-cart.ts';
import { unwrittenName } from '../cart/unwritten.ts';
import type { Text } from '../i18n/text.ts';
import { cartBoxName, orderBoxName, taskBoxName } from '../offline/box-names.ts';
import { orderShape } from './order-shape.ts';
import '../i18n/needs/checkout-messages.ts';
import { askBeforeLogout, onSessionEnd, type SessionEnd } from '../accounts/session/session-events.ts';
import { keyIn } from '../kept-here.ts';
import { boxIn, openBoxes } from '../offline/box-db.ts';
import { tabNews } from '../offline/tab-news.ts';
import { clearedFor } from '../offline/task-box.ts';
import { taskShape } from '../offline/task-shape.ts';

let stop = () => {};

/**
 * A session is of all store views, what a browser keeps of each is not shown in the others: this asks before a logout
 * for orders that wait in those (decision 42), and lets go of their carts as the view that is shown does of its own.
 */
export function followOtherViews(t: Text['t']): void {
  stop();
  const stops = [
    askBeforeLogout(
      async (how) =>
        !(await isOrderWaiting()) ||
        confirm(t(how === 'erased' ? 'checkout.eraseAsk' : 'checkout.logOutAsk')),
    ),
    onSessionEnd((how) => {
      if (how !== 'elsewhere')
        void Promise.allSettled(others().flatMap((code) => [forgetCart(code, how), forgetTasks(code)]));
    }),
  ];
  stop = () => {
    for (const one of stops) one();
  };
}

function others(): string[] {
  const views = apiSettings().here?.views ?? [];
  return views.map(({ code }) => code).filter((code) => code !== storeView().code);
}

async function isOrderWaiting(): Promise<boolean> {
  try {
    const db = await openBoxes();
    const boxes = await Promise.all(
      others().map((code) => boxIn(db, keyIn(code, orderBoxName), orderShape).read()),
    );
    return boxes.some(({ entries }) => entries.some(({ customer }) => customer !== undefined));
  } catch {
    // Where nothing is kept, nothing waits beyond its own page.
    return false;
  }
}

async function forgetCart(code: string, how: SessionEnd): Promise<void> {
  let isGone = isMeant(how);
  try {
    const box = await boxIn(await openBoxes(), keyIn(code, cartBoxName), cartShape).change((now) => {
      isGone ||= keptOf(now).owner !== undefined;
      return leftAt(how)(now);
    });
    tabNews<number>(keyIn(code, cartTabsName)).tell(box.rev);
  } finally {
    if (isGone) {
      dropKeys(code);
      localStorage.removeItem(keyIn(code, unwrittenName));
    }
  }
}

/** Tasks that are bound to a login end with it, wherever they were made (decision 26). */
async function forgetTasks(code: string): Promise<void> {
  const box = boxIn(await openBoxes(), keyIn(code, taskBoxName), taskShape);
  await box.change((now) => clearedFor(now, undefined));
}
