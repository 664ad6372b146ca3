import { describe, expect, test } from 'vitest';
import { ApiProblem } from '../../platform/api/api-problem.ts';
import { ShopOfTest } from '../testing/fake-shop.ts';
import { playHistory } from '../testing/interleaved-history.ts';
import { keysOf } from '../testing/random-shopping.ts';
import { Device, noFailures, type Tab } from '../testing/simulated-device.ts';
import { World } from '../testing/simulated-world.ts';
import { newLine } from '../testing/test-cart-line.ts';
import { playThreeDevices } from '../testing/three-device-history.ts';
import type { ShippingMethod } from './cart-methods.ts';
import { snapshotOf } from './cart-outbox.ts';

/**
 * The number of random histories; `npm run test:stress` increases it. Histories with three devices cost several
 * times as much.
 */
const histories = Number(process.env.HISTORIES ?? 100);
const shared = process.env.HISTORIES ? Math.ceil(histories / 10) : 25;
const firstSeed = Number(process.env.SEED ?? 1);
const steps = Number(process.env.STEPS ?? 25);
const reloads = process.env.STRESS ? 20 : 2;

/** A browser with one tab and a shop without faults. */
function open(seed = 1) {
  const world = new World(seed);
  const shop = new ShopOfTest();
  const device = new Device(world, shop);
  const rest = async () => {
    while (!(await world.run(50)));
  };
  return { world, shop, device, tab: device.open(), rest };
}

const lines = ({ cartStore: store }: Tab) => store.view().lines.map(({ sku, qty }) => `${qty} ${sku}`);
const rows = (shop: ShopOfTest, token: string | undefined) =>
  shop.cartOf(token)?.rows.map(({ sku, qty }) => `${qty} ${sku}`);

test('the cart equals the model after any sequence of events and after reloading (CART-1, CART-2, CART-8)', async () => {
  for (let seed = firstSeed; seed < firstSeed + histories; seed++) await playHistory(seed, steps);
  expect(histories).toBeGreaterThan(0);
}, 3_600_000);

test('a customer’s cart on three devices converges to the model and survives reloading (CART-1, CART-2, CART-8)', async () => {
  for (let seed = firstSeed; seed < firstSeed + shared; seed++) await playThreeDevices(seed, steps, reloads);
  expect(shared).toBeGreaterThan(0);
}, 3_600_000);

describe('the first product added to the cart', () => {
  test('the first product is shown at the click and announced when it is stored (CART-4)', async () => {
    const { device, tab, rest } = open();
    await rest();
    const done = tab.cartStore.add(newLine('OATS'), 2);
    expect(lines(tab)).toEqual(['2 OATS']);
    expect([device.outbox.entries.length, tab.notices]).toEqual([0, []]);
    await Promise.all([done, rest()]);
    expect(tab.notices).toEqual([{ kind: 'added', unsure: false }]);
  });

  test('the first product is in the cart of the next page exactly once, even if this page ended before it was stored (CART-1)', async () => {
    const { device, shop, tab, rest } = open();
    await rest();
    void tab.cartStore.add(newLine('OATS'), 2);
    device.close(tab);
    expect([device.outbox.entries.length, device.count]).toEqual([0, 2]);
    const next = device.open();
    const secondTab = device.open();
    await rest();
    expect([lines(next), lines(secondTab), rows(shop, snapshotOf(device.outbox).token)]).toEqual([
      ['2 OATS'],
      ['2 OATS'],
      ['2 OATS'],
    ]);
    const later = device.open();
    await rest();
    expect(lines(later)).toEqual(['2 OATS']);
  });

  test('the first product is in the cart of the next page exactly once where the browser has no database (OFF-1)', async () => {
    const { device, shop, tab, rest } = open();
    device.close(tab);
    device.hasDatabase = false;
    const first = device.open();
    await rest();
    await first.cartStore.add(newLine('OATS'), 2);
    device.close(first);
    const next = device.open();
    await rest();
    const { token } = snapshotOf(await next.outbox.read());
    expect([lines(next), rows(shop, token)]).toEqual([['2 OATS'], ['2 OATS']]);
    expect([device.unsaved.read(), device.count]).toEqual([[], 2]);
  });

  test('the first product creates the cart at the shop; viewing creates none (CART-8)', async () => {
    const { shop, tab, rest } = open();
    void tab.actions.refresh({ force: true });
    await rest();
    expect(shop.calls).toEqual([]);
    void tab.cartStore.add(newLine('OATS'), 1);
    await rest();
    expect(shop.calls).toEqual(['createCart', 'updateCartItem']);
  });

  test('the first product may be added by the shop, for which a cart is created on demand (ORD-1)', async () => {
    const { shop, tab, rest } = open();
    const pending = tab.actions.requestCreatingCart(async ({ token }) => token);
    await rest();
    expect(await pending).toBeTypeOf('string');
    expect(shop.calls.filter((name) => name === 'createCart')).toHaveLength(1);
  });

  test('the first product added offline is stored, shown after a restart, and sent when online (OFF-1)', async () => {
    const { device, shop, tab, rest } = open();
    device.setOnline(false);
    void tab.cartStore.add(newLine('OATS'), 2);
    await rest();
    device.close(tab);
    const next = device.open();
    await rest();
    expect([lines(next), next.cartStore.view().state, shop.calls]).toEqual([['2 OATS'], 'offline', []]);
    device.setOnline(true);
    await rest();
    expect(rows(shop, snapshotOf(device.outbox).token)).toEqual(['2 OATS']);
    expect(next.cartStore.view()).toMatchObject({
      state: 'ready',
      totals: { estimate: false, grandTotal: 2000 },
    });
  });
});

test('reloading the cart page twenty times changes nothing', async () => {
  const { device, shop, tab, rest } = open(7);
  device.logIn(tab, 1);
  void tab.cartStore.add(newLine('OATS'), 2);
  await rest();
  for (let time = 0; time < 20; time++) {
    device.close(device.tabs[0]!);
    const next = device.open();
    await rest();
    expect([lines(next), rows(shop, snapshotOf(device.outbox).token)]).toEqual([['2 OATS'], ['2 OATS']]);
  }
});

describe('a cart change that the shop refuses (CART-2)', () => {
  test('a refused change restores the line and reports the product, the reason and the available quantity', async () => {
    const { tab, rest } = open();
    void tab.cartStore.add(newLine('SCARCE'), 3);
    await rest();
    void tab.cartStore.append({
      id: 'more',
      at: 0,
      kind: 'set',
      key: tab.cartStore.view().lines[0]!.key,
      qty: 9,
    });
    await rest();
    expect(lines(tab)).toEqual(['3 SCARCE']);
    expect(tab.cartStore.view().lines[0]!.refusal).toMatchObject({
      kind: 'set',
      name: 'Product SCARCE',
      code: 'quantity_too_high',
      values: { maxQuantity: 4 },
    });
    void tab.actions.dismissRefusal('more');
    await rest();
    expect(tab.cartStore.view().refusals).toEqual([]);
  });

  test('a refused change removes a line that was not confirmed yet', async () => {
    const { tab, rest } = open();
    void tab.cartStore.add(newLine('SCARCE'), 9);
    await rest();
    expect(lines(tab)).toEqual([]);
    expect(tab.cartStore.view().refusals).toMatchObject([{ kind: 'add', name: 'Product SCARCE' }]);
    expect(tab.notices.at(-1)).toMatchObject({ kind: 'refused', code: 'quantity_too_high' });
  });
});

describe('a product is validated before it is added to the cart (CART-4)', () => {
  const wrong = {
    'refuses an unknown price': [{ unit: 0 }, 'price_unknown'],
    'refuses options that are not chosen': [{ configured: false }, 'options_invalid'],
    'refuses a product that is not sold': [{ status: 2 }, 'product_unavailable'],
    'refuses more than the available quantity': [{ available: 1 }, 'quantity_too_high'],
  } as const;

  test.each(Object.entries(wrong))('%s', async (_, [line, code]) => {
    const { tab, rest } = open();
    await rest();
    expect(await tab.cartStore.add(newLine('OATS', line), 2)).toBe(false);
    expect(tab.notices).toMatchObject([{ kind: 'refused', code }]);
    expect(lines(tab)).toEqual([]);
  });
});

describe('a login with a cart (CART-2, spec D21)', () => {
  test('a login sums equal lines once and applies the coupon again', async () => {
    const { device, shop, tab, rest } = open(3);
    device.logIn(tab, 1);
    void tab.cartStore.add(newLine('OATS'), 1);
    await rest();
    void device.logOut(tab);
    await rest();
    expect([lines(tab), snapshotOf(device.outbox).token]).toEqual([[], undefined]);
    void tab.cartStore.add(newLine('OATS'), 2);
    await rest();
    const applied = tab.actions.applyCode('TEN');
    await rest();
    expect(await applied).toBeUndefined();
    shop.calls.length = 0;
    device.logIn(tab, 1);
    await rest();
    expect(shop.calls).toEqual(['pullCart', 'deleteCoupon', 'createCart', 'pullCart', 'applyCoupon']);
    expect([lines(tab), tab.cartStore.view().totals.coupon]).toEqual([['3 OATS'], 'TEN']);
  });

  test('a login whose response is lost merges once', async () => {
    const { device, shop, tab, rest } = open();
    void tab.cartStore.add(newLine('OATS'), 2);
    await rest();
    device.failureRates = { ...noFailures, lostResponse: 0.7 };
    device.logIn(tab, 1);
    await rest();
    device.failureRates = noFailures;
    expect([lines(tab), shop.cartOfCustomer(1)?.rows[0]?.qty]).toEqual([['2 OATS'], 2]);
  });
});

test('a guest’s changes after a logout survive the late response of the login (CART-1)', async () => {
  for (let seed = 1; seed <= 20; seed++) {
    const { world, device, shop, tab, rest } = open(seed);
    await rest();
    device.logIn(tab, 1);
    while (!shop.calls.includes('createCart')) await world.run(1);
    // The response is on its way.
    void device.logOut(tab);
    while (device.outbox.kept !== undefined) await world.run(1);
    await world.run(seed % 5);
    void tab.cartStore.add(newLine('OATS'), 3);
    await rest();
    const { owner, token } = snapshotOf(device.outbox);
    expect([seed, owner, lines(tab), rows(shop, token)]).toEqual([seed, undefined, ['3 OATS'], ['3 OATS']]);
  }
});

test('a guest’s cart survives when the shop lost it and the guest logs in before an older response arrives (CART-2)', async () => {
  for (let seed = 1; seed <= 20; seed++) {
    const { world, device, shop, tab, rest } = open(seed);
    void tab.cartStore.add(newLine('OATS'), 2);
    await rest();
    shop.calls.length = 0;
    void tab.cartStore.networkChanged();
    while (!shop.calls.includes('pullCart')) await world.run(1);
    shop.expire(snapshotOf(device.outbox).token!);
    device.logIn(tab, 1);
    await rest();
    expect([seed, lines(tab), shop.cartOfCustomer(1)?.rows[0]?.qty]).toEqual([seed, ['2 OATS'], 2]);
  }
});

describe('a cart that the shop rejects (CART-2)', () => {
  test('a rejected cart is created again once, with all lines', async () => {
    const { device, shop, tab, rest } = open();
    void tab.cartStore.add(newLine('OATS'), 2);
    await rest();
    shop.expire(snapshotOf(device.outbox).token!);
    void tab.cartStore.add(newLine('MILK'), 1);
    await rest();
    expect([lines(tab), rows(shop, snapshotOf(device.outbox).token)]).toEqual([
      ['2 OATS', '1 MILK'],
      ['2 OATS', '1 MILK'],
    ]);
  });

  test('a rejected cart is not created again during a payment, since the shop has turned it into an order', async () => {
    const { device, shop, tab, rest } = open();
    void tab.cartStore.add(newLine('OATS'), 2);
    await rest();
    device.paying = snapshotOf(device.outbox).token;
    shop.expire(device.paying!);
    const settled = tab.actions.refreshAfterPayment(device.paying!);
    await rest();
    expect([await settled, lines(tab), snapshotOf(device.outbox).token]).toEqual([true, [], undefined]);
    void tab.cartStore.add(newLine('MILK'), 1);
    await rest();
    expect([lines(tab), rows(shop, snapshotOf(device.outbox).token)]).toEqual([['1 MILK'], ['1 MILK']]);
  });

  test('a paid cart is not read by a step that had begun before the payment was settled', async () => {
    const { device, shop, tab, rest } = open();
    void tab.cartStore.add(newLine('OATS'), 2);
    await rest();
    const token = snapshotOf(device.outbox).token!;
    shop.expire(token);
    device.settling = token;
    device.onSession = async () => {
      device.onSession = async () => {};
      await tab.actions.forget({ token, customer: undefined });
      device.settling = undefined;
    };
    shop.calls.length = 0;
    void tab.actions.refresh({ force: true });
    await rest();
    expect([shop.calls, lines(tab), snapshotOf(device.outbox).token]).toEqual([[], [], undefined]);
  });

  test('a cart in payment that still exists preserves its remaining lines', async () => {
    const { device, tab, rest } = open();
    void tab.cartStore.add(newLine('OATS'), 2);
    await rest();
    device.paying = snapshotOf(device.outbox).token;
    const settled = tab.actions.refreshAfterPayment(device.paying!);
    await rest();
    expect([await settled, lines(tab)]).toEqual([true, ['2 OATS']]);
  });

  test.each([0, 1, 3])(
    'a cart rejected more often than the limit of %i remains in the browser and the shopper is notified',
    async (limit) => {
      const { device, shop, tab, rest } = open();
      device.maxBypasses = limit;
      const respond = shop.handle.bind(shop);
      shop.handle = (call) => {
        if (call.name === 'createCart') return respond(call);
        throw new ApiProblem('not_logged_in', { status: 401 });
      };
      void tab.cartStore.add(newLine('OATS'), 2);
      await rest();
      expect(tab.notices).toContainEqual({ kind: 'refusedCart' });
      expect([lines(tab), tab.cartStore.view().state]).toEqual([['2 OATS'], 'unsynced']);
      expect(shop.calls.filter((name) => name === 'createCart')).toHaveLength(limit + 1);
    },
  );
});

test('the cart is not sent while the switch «cart sync» is off, and is sent completely once it is on', async () => {
  const { device, shop, tab, rest } = open();
  device.syncOn = false;
  void tab.cartStore.add(newLine('OATS'), 2);
  await rest();
  device.logIn(tab, 1);
  void tab.cartStore.setQuantity(tab.cartStore.view().lines[0]!.key, 3);
  await rest();
  device.close(tab);
  const next = device.open();
  await rest();
  expect([lines(next), shop.calls, next.cartStore.view().state]).toEqual([['3 OATS'], [], 'ready']);
  device.syncOn = true;
  next.actions.retry();
  await rest();
  expect([lines(next), shop.cartOfCustomer(1)?.rows[0]?.qty]).toEqual([['3 OATS'], 3]);
});

test('while the switch «cart sync» is off, the cart is sent when a request needs it (spec commerce 4)', async () => {
  const { device, shop, tab, rest } = open();
  device.syncOn = false;
  void tab.cartStore.add(newLine('OATS'), 2);
  await rest();
  expect(shop.calls).toEqual([]);
  const result = tab.actions.applyCode('TEN');
  await rest();
  expect(await result).toBeUndefined();
  const { token } = snapshotOf(device.outbox);
  expect([rows(shop, token), shop.cartOf(token)?.coupon]).toEqual([['2 OATS'], 'TEN']);
  shop.calls.length = 0;
  void tab.cartStore.add(newLine('MILK'), 1);
  await rest();
  expect([shop.calls, lines(tab)]).toEqual([[], ['2 OATS', '1 MILK']]);
  const whose = tab.actions.whose();
  await rest();
  expect([(await whose).token, rows(shop, token)]).toEqual([token, ['2 OATS', '1 MILK']]);
});

test('the cart of a shop restored from a backup is read once and shown as the shop has it', async () => {
  const { device, shop, tab, rest } = open();
  void tab.cartStore.add(newLine('OATS'), 2);
  void tab.cartStore.add(newLine('MILK'), 1);
  await rest();
  const cart = shop.cartOf(snapshotOf(device.outbox).token)!;
  cart.version -= 1;
  cart.rows.pop();
  shop.calls.length = 0;
  tab.actions.retry();
  await rest();
  expect([lines(tab), shop.calls]).toEqual([['2 OATS'], ['pullCart']]);
  void tab.cartStore.add(newLine('MILK'), 1);
  await rest();
  expect(lines(tab)).toEqual(['2 OATS', '1 MILK']);
});

describe('a request of the cart that is refused because its session ended', () => {
  test.each([1, 2])(
    'is repeated in the session of customer %d, who logged in meanwhile',
    async (customer) => {
      const { device, shop, tab, rest } = open();
      device.logIn(tab, 1);
      void tab.cartStore.add(newLine('OATS'), 2);
      await rest();
      const otherTab = device.open();
      await rest();
      let attempts = 0;
      const owner = tab.actions.request(async (where) => {
        attempts += 1;
        // The login ends the session whose token this request carries.
        if (attempts === 1) device.logIn(otherTab, customer);
        await tab.cartStore.calls.read(where);
        return where.customer;
      });
      await rest();
      expect([await owner, attempts]).toEqual([customer, 2]);
      expect(shop.cartOfCustomer(1)?.rows[0]?.qty).toBe(2);
    },
  );

  test('is not repeated without a login', async () => {
    const { tab, rest } = open();
    void tab.cartStore.add(newLine('OATS'), 2);
    await rest();
    let attempts = 0;
    const refused = tab.actions.request(async () => {
      attempts += 1;
      throw new ApiProblem('token_refused');
    });
    const code = refused.catch((error: ApiProblem) => error.code);
    await rest();
    expect([await code, attempts]).toEqual(['token_refused', 1]);
  });
});

describe('a cart coupon (CART-3)', () => {
  test('a wrong coupon is reported and changes nothing', async () => {
    const { tab, rest } = open();
    void tab.cartStore.add(newLine('OATS'), 1);
    await rest();
    const result = tab.actions.applyCode('NOPE');
    await rest();
    expect(await result).toMatchObject({ refused: 'coupon_wrong', isUnheard: false });
    expect(tab.cartStore.view().totals.coupon).toBeUndefined();
  });

  test('a coupon needs a network', async () => {
    const { device, tab, rest } = open();
    void tab.cartStore.add(newLine('OATS'), 1);
    await rest();
    device.setOnline(false);
    const result = tab.actions.applyCode('TEN');
    await rest();
    expect(await result).toMatchObject({ refused: 'unreachable', isUnheard: true });
  });
});

test('a shipping method is refused for a missing cart, which is created again', async () => {
  const { device, shop, tab, rest } = open();
  void tab.cartStore.add(newLine('OATS'), 1);
  await rest();
  shop.expire(snapshotOf(device.outbox).token!);
  const place = { country_id: 'ZA', region_code: 'ZA-WC', postcode: '8001' };
  const result = tab.actions.chooseDelivery(place, {} as ShippingMethod);
  await rest();
  expect(await result).toMatchObject({ refused: 'cart_not_found', isUnheard: false });
  expect(rows(shop, snapshotOf(device.outbox).token)).toEqual(['1 OATS']);
});

test('the cart notifies the shopper after three failed attempts and loses nothing (spec D25)', async () => {
  const { world, device, shop, tab, rest } = open();
  device.failureRates = { ...noFailures, busy: 1 };
  void tab.cartStore.add(newLine('OATS'), 2);
  await world.run(200);
  expect(tab.notices.filter(({ kind }) => kind === 'waits')).toHaveLength(1);
  expect(tab.cartStore.view()).toMatchObject({ state: 'unsynced', durable: true });
  device.failureRates = noFailures;
  tab.actions.retry();
  await rest();
  expect([tab.cartStore.view().state, rows(shop, snapshotOf(device.outbox).token)]).toEqual([
    'ready',
    ['2 OATS'],
  ]);
});

test('two tabs show the same cart', async () => {
  const { device, tab, rest } = open();
  const secondTab = device.open();
  void tab.cartStore.add(newLine('OATS'), 2);
  void secondTab.cartStore.add(newLine('MILK'), 1);
  await rest();
  expect(lines(tab).toSorted()).toEqual(['1 MILK', '2 OATS']);
  expect(lines(secondTab)).toEqual(lines(tab));
});

test('removing a cart line and emptying the cart can be undone', async () => {
  const { tab, rest } = open();
  void tab.cartStore.add(newLine('OATS'), 2);
  void tab.cartStore.add(newLine('MILK'), 1);
  await rest();
  const cleared = tab.cartStore.remove(keysOf(tab));
  expect(lines(tab)).toEqual([]);
  await rest();
  void (await cleared)();
  await rest();
  expect(lines(tab)).toEqual(['2 OATS', '1 MILK']);
});

test('the cart is read again only when it changed or this page has not read it yet (CART-8)', async () => {
  const { device, shop, tab, rest } = open();
  void tab.cartStore.add(newLine('OATS'), 2);
  await rest();
  shop.calls.length = 0;
  void tab.actions.refresh();
  await rest();
  expect(shop.calls).toEqual([]);
  void tab.actions.refresh({ force: true });
  await rest();
  expect(shop.calls).toEqual(['pullCart']);
  device.close(tab);
  device.open();
  await rest();
  expect(shop.calls).toEqual(['pullCart', 'pullCart']);
});
