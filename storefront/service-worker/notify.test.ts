import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { boxIn, openBoxes } from '../app/offline/box-db.ts';
import { isWaitingIn, peek } from '../app/offline/peek.ts';
import { keepReminder, type Reminder } from '../app/push/reminders.ts';
import { type NotifyScope, openFrom, remind } from './notify.ts';

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
});

const origin = 'https://shop.example';
interface Page {
  url: string;
  focused: boolean;
}

/** A worker's scope: what it shows and opens is written down. */
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

/** Puts an order down as pages do, or takes all away. */
async function orders(box: string, ...ids: string[]): Promise<void> {
  const db = await openBoxes();
  await boxIn(db, box).change((now) => ({ ...now, entries: ids.map((id) => ({ id })) }));
  db.close();
}

describe('the reminder of an order that waits (accounts 4.4)', () => {
  test('is of each store view that has one, and leads there', async () => {
    for (const view of ['', 'de', 'it']) await keepReminder(reminder(view));
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

  test('is left to the page that somebody looks at', async () => {
    await keepReminder(reminder(''));
    await orders('orders', 'one');
    const { scope, done } = scopeWith({ url: `${origin}/`, focused: true });
    await remind(scope);
    expect(done).toEqual([]);
  });

  test('is none where nothing was ever kept, and makes no database that pages would stumble over', async () => {
    const { scope, done } = scopeWith();
    await keepReminder(reminder(''));
    await remind(scope);
    expect([done, isWaitingIn((await peek(['orders']))[0])]).toEqual([[], false]);
    expect((await indexedDB.databases()).map(({ name }) => name)).toEqual(['fynbos-reminders']);
    await orders('orders', 'one');
    expect(isWaitingIn((await peek(['orders']))[0])).toBe(true);
  });

  test('reads the orders of a newer shop too, and is in nobody’s way', async () => {
    await orders('orders', 'one');
    const opening = indexedDB.open('fynbos', 7);
    await new Promise((resolve) => {
      opening.onsuccess = resolve;
    });
    opening.result.close();
    expect(isWaitingIn((await peek(['orders']))[0])).toBe(true);
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
])('a tap on what leads to %s: %s', async (link, does) => {
  const { scope, done } = scopeWith({ url: `${origin}/pantry`, focused: false });
  await openFrom(scope, { data: { link } });
  expect(done).toEqual(does === undefined ? [] : [does]);
});
