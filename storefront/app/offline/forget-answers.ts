import { apiSettings, storeView } from '../api-settings.ts';
import { keyIn } from '../kept-here.ts';
import type { Waiting } from './box.ts';
import { boxIn, openBoxes } from './box-db.ts';
import { orderBoxName, orderTabsName } from './box-names.ts';
import { tabNews } from './tab-news.ts';

/**
 * Forgets what became of the orders of this browser, of every store view: their numbers are the customer's. What waits
 * stays, its shopper was asked about it (decision 42). No tab places an order again for want of it: one that was answered
 * waits no more, and the shop takes a cart, and an order's id, once.
 */
export async function forgetAnswers(): Promise<void> {
  const views = apiSettings().here?.views ?? [];
  const codes = new Set([storeView().code, ...views.map(({ code }) => code)]);
  const db = await openBoxes();
  for (const code of codes) {
    let isNews = false;
    const { rev } = await boxIn<unknown, Waiting>(db, keyIn(code, orderBoxName)).change((box) => {
      isNews = box.kept !== undefined;
      return isNews ? { ...box, kept: undefined } : box;
    });
    if (isNews) tabNews<number>(keyIn(code, orderTabsName)).tell(rev);
  }
  db.close();
}
