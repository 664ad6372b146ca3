import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { openOutboxDatabase, outboxIn } from '../app/platform/outbox/outbox-db.ts';
import { isWaitingIn, readOutboxes } from '../app/platform/outbox/outbox-probe.ts';
import { type Reminder, saveReminder } from '../app/platform/push/stored-reminders.ts';
import { type NotifyScope, openFrom, remind } from './notifications.ts';

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
});

const origin = 'https://shop.example';
interface Page {
  url: string;
  focused: boolean;
}

/** A worker scope that records what it shows and opens. */
function scopeWith(...pages: Page[]) {
  const done: string[] = [];
  const scope: NotifyScope = {
    location: { origin },
    registration: {
      showNotification: async (title, options) =>
        void done.push(`${title} ${options?.tag} ${options?.data.link}`),
    },
    clients: {
      matchAll: async () =>
        pages.map((page) => ({ ...page, focus: async () => done.push(`to ${page.url}`) })),
      openWindow: async (url) => done.push(`open ${url}`),
    },
    addEventListener: () => {},
  };
  return { scope, done };
}

const reminder = (view: string): Reminder => ({
  ...{ view, title: `Waiting ${view}`, text: 'Click', icon: '/icon-192.png' },
  ...{ link: `/${view}?order=offline`, box: view ? `${view}/orders` : 'orders' },
});

/** Stores orders in the outbox as pages do; without ids it empties the outbox. */
async function orders(outboxName: string, ...ids: string[]): Promise<void> {
  const db = await openOutboxDatabase();
  await outboxIn(db, outboxName).change((now) => ({ ...now, entries: ids.map((id) => ({ id })) }));
  db.close();
}

describe('remind: an order waits in the outbox (spec accounts 4.4)', () => {
  test('shows one reminder for each store view with a waiting order, linked to that view', async () => {
    for (const view of ['', 'de', 'it']) await saveReminder(reminder(view));
    await orders('orders', 'one');
    await orders('de/orders', 'two', 'three');
    await orders('it/orders');
    const { scope, done } = scopeWith({ url: `${origin}/pantry`, focused: false });
    await remind(scope);
    expect(done.sort()).toEqual([
      'Waiting  orders- /?order=offline',
      'Waiting de orders-de /de?order=offline',
    ]);
  });

  test('shows no reminder while a page of the shop has the focus', async () => {
    await saveReminder(reminder(''));
    await orders('orders', 'one');
    const { scope, done } = scopeWith({ url: `${origin}/`, focused: true });
    await remind(scope);
    expect(done).toEqual([]);
  });

  test('shows no reminder without an outbox, and creates no database that would break the pages', async () => {
    const { scope, done } = scopeWith();
    await saveReminder(reminder(''));
    await remind(scope);
    expect([done, isWaitingIn((await readOutboxes(['orders']))[0])]).toEqual([[], false]);
    expect((await indexedDB.databases()).map(({ name }) => name)).toEqual(['fynbos-reminders']);
    await orders('orders', 'one');
    expect(isWaitingIn((await readOutboxes(['orders']))[0])).toBe(true);
  });

  test('reads the orders of a newer database version and does not block its upgrade', async () => {
    await orders('orders', 'one');
    const opening = indexedDB.open('fynbos', 7);
    await new Promise((resolve) => {
      opening.onsuccess = resolve;
    });
    opening.result.close();
    expect(isWaitingIn((await readOutboxes(['orders']))[0])).toBe(true);
    const renewing = indexedDB.open('fynbos', 8);
    const blocked = vi.fn();
    renewing.onblocked = blocked;
    await new Promise((resolve) => {
      renewing.onsuccess = resolve;
    });
    expect(blocked).not.toHaveBeenCalled();
  });
});

test.each([
  ['/de?order=offline', 'open https://shop.example/de?order=offline'],
  [`${origin}/pantry`, 'to https://shop.example/pantry'],
  ['https://de.shop.example/order-tracking?number=1', 'open https://de.shop.example/order-tracking?number=1'],
  ['javascript:alert(1)', undefined],
  [undefined, 'open https://shop.example/'],
])('a click on a notification linked to %s does: %s', async (link, does) => {
  const { scope, done } = scopeWith({ url: `${origin}/pantry`, focused: false });
  await openFrom(scope, { data: { link } });
  expect(done).toEqual(does === undefined ? [] : [does]);
});
