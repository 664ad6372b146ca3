import { describe, expect, test } from 'vitest';
import { ApiProblem } from '../api-problem.ts';
import { keptOf } from './cart-box.ts';
import type { DeliveryWay } from './cart-doing.ts';
import { Device, noFaults, type Tab } from './testing/device.ts';
import { playHistory } from './testing/interleaving.ts';
import { newLine } from './testing/line.ts';
import { ShopOfTest } from './testing/shop-of-test.ts';
import { playThreeDevices } from './testing/three-devices.ts';
import { World } from './testing/world.ts';

/** How many histories; `npm run torture` makes it more. Those of three devices cost several times as much each. */
const histories = Number(process.env.HISTORIES ?? 250);
const shared = process.env.HISTORIES ? Math.ceil(histories / 10) : 60;
const firstSeed = Number(process.env.SEED ?? 1);
const steps = Number(process.env.STEPS ?? 25);
const reloads = process.env.TORTURE ? 20 : 2;

/** A browser with one tab, at the shop, where nothing goes wrong unless it is said. */
function open(seed = 1) {
  const world = new World(seed);
  const shop = new ShopOfTest();
  const device = new Device(world, shop);
  const rest = async () => {
    while (!(await world.run(50)));
  };
  return { world, shop, device, tab: device.open(), rest };
}

const lines = ({ keeper }: Tab) => keeper.view().lines.map(({ sku, qty }) => `${qty} ${sku}`);
const rows = (shop: ShopOfTest, token: string | undefined) =>
  shop.cartOf(token)?.rows.map(({ sku, qty }) => `${qty} ${sku}`);

test('whatever happens in whatever order, the cart is what the model says, and so it is after reloading (CART-1, CART-2, CART-8)', async () => {
  for (let seed = firstSeed; seed < firstSeed + histories; seed++) await playHistory(seed, steps);
  expect(histories).toBeGreaterThan(0);
}, 3_600_000);

test('whatever a customer does with three devices, all come to one cart, the model’s, and reloading changes nothing (CART-1, CART-2, CART-8)', async () => {
  for (let seed = firstSeed; seed < firstSeed + shared; seed++) await playThreeDevices(seed, steps, reloads);
  expect(shared).toBeGreaterThan(0);
}, 3_600_000);

describe('the first thing that is put into the cart', () => {
  test('is seen in the moment of the click, and said when it is written down (CART-4)', async () => {
    const { device, tab, rest } = open();
    await rest();
    const done = tab.doing.add(newLine('OATS'), 2);
    expect(lines(tab)).toEqual(['2 OATS']);
    expect([device.box.entries.length, tab.news]).toEqual([0, []]);
    await Promise.all([done, rest()]);
    expect(tab.news).toEqual([{ kind: 'added', unsure: false }]);
  });

  test('is there on the next page though this one ended before it was written down, and once (CART-1)', async () => {
    const { device, shop, tab, rest } = open();
    await rest();
    void tab.doing.add(newLine('OATS'), 2);
    device.close(tab);
    expect([device.box.entries.length, device.count]).toEqual([0, 2]);
    const next = device.open();
    const other = device.open();
    await rest();
    expect([lines(next), lines(other), rows(shop, keptOf(device.box).token)]).toEqual([
      ['2 OATS'],
      ['2 OATS'],
      ['2 OATS'],
    ]);
    const later = device.open();
    await rest();
    expect(lines(later)).toEqual(['2 OATS']);
  });

  test('makes the cart at the shop; looking makes none (CART-8)', async () => {
    const { shop, tab, rest } = open();
    void tab.doing.refresh({ force: true });
    await rest();
    expect(shop.calls).toEqual([]);
    void tab.doing.add(newLine('OATS'), 1);
    await rest();
    expect(shop.calls).toEqual(['createCart', 'updateCartItem']);
  });

  test('may be put there by the shop: a cart is made for it, and only then (ORD-1)', async () => {
    const { shop, tab, rest } = open();
    const asked = tab.keeper.askNew(async ({ token }) => token);
    await rest();
    expect(await asked).toBeTypeOf('string');
    expect(shop.calls.filter((name) => name === 'createCart')).toHaveLength(1);
  });

  test('without a network is kept, shown after a restart, and sent when there is one (OFF-1)', async () => {
    const { device, shop, tab, rest } = open();
    device.setOnline(false);
    void tab.doing.add(newLine('OATS'), 2);
    await rest();
    device.close(tab);
    const next = device.open();
    await rest();
    expect([lines(next), next.keeper.view().state, shop.calls]).toEqual([['2 OATS'], 'offline', []]);
    device.setOnline(true);
    await rest();
    expect(rows(shop, keptOf(device.box).token)).toEqual(['2 OATS']);
    expect(next.keeper.view()).toMatchObject({
      state: 'ready',
      totals: { estimate: false, grandTotal: 2000 },
    });
  });
});

test('reloading twenty times changes nothing', async () => {
  const { device, shop, tab, rest } = open(7);
  device.logIn(tab, 1);
  void tab.doing.add(newLine('OATS'), 2);
  await rest();
  for (let time = 0; time < 20; time++) {
    device.close(device.tabs[0]!);
    const next = device.open();
    await rest();
    expect([lines(next), rows(shop, keptOf(device.box).token)]).toEqual([['2 OATS'], ['2 OATS']]);
  }
});

describe('what the shop refuses (CART-2)', () => {
  test('leaves the line as it was, and tells what, why, and how many there can be', async () => {
    const { tab, rest } = open();
    void tab.doing.add(newLine('SCARCE'), 3);
    await rest();
    void tab.keeper.append({ id: 'more', at: 0, kind: 'set', key: tab.keeper.view().lines[0]!.key, qty: 9 });
    await rest();
    expect(lines(tab)).toEqual(['3 SCARCE']);
    expect(tab.keeper.view().lines[0]!.refusal).toMatchObject({
      kind: 'set',
      name: 'Product SCARCE',
      code: 'quantity_too_high',
      values: { maxQuantity: 4 },
    });
    void tab.doing.dismissRefusal('more');
    await rest();
    expect(tab.keeper.view().refusals).toEqual([]);
  });

  test('removes a line that was not confirmed yet', async () => {
    const { tab, rest } = open();
    void tab.doing.add(newLine('SCARCE'), 9);
    await rest();
    expect(lines(tab)).toEqual([]);
    expect(tab.keeper.view().refusals).toMatchObject([{ kind: 'add', name: 'Product SCARCE' }]);
    expect(tab.news.at(-1)).toMatchObject({ kind: 'refused', code: 'quantity_too_high' });
  });
});

describe('before anything is put there it is looked at (CART-4)', () => {
  const wrong = {
    'a price that is not known': [{ unit: 0 }, 'price_unknown'],
    'options that are not chosen': [{ configured: false }, 'options_invalid'],
    'a product that is not sold': [{ status: 2 }, 'product_unavailable'],
    'more than there are': [{ available: 1 }, 'quantity_too_high'],
  } as const;

  test.each(Object.entries(wrong))('%s', async (_, [line, code]) => {
    const { tab, rest } = open();
    await rest();
    expect(await tab.doing.add(newLine('OATS', line), 2)).toBe(false);
    expect(tab.news).toMatchObject([{ kind: 'refused', code }]);
    expect(lines(tab)).toEqual([]);
  });
});

describe('a login (CART-2, decision 21)', () => {
  test('sums what is equal, once, and puts the coupon back', async () => {
    const { device, shop, tab, rest } = open(3);
    device.logIn(tab, 1);
    void tab.doing.add(newLine('OATS'), 1);
    await rest();
    void device.logOut(tab);
    await rest();
    expect([lines(tab), keptOf(device.box).token]).toEqual([[], undefined]);
    void tab.doing.add(newLine('OATS'), 2);
    await rest();
    const applied = tab.doing.applyCoupon('TEN');
    await rest();
    expect(await applied).toBeUndefined();
    shop.calls.length = 0;
    device.logIn(tab, 1);
    await rest();
    expect(shop.calls).toEqual(['pullCart', 'deleteCoupon', 'createCart', 'pullCart', 'applyCoupon']);
    expect([lines(tab), tab.keeper.view().totals.coupon]).toEqual([['3 OATS'], 'TEN']);
  });

  test('whose answer is lost merges once', async () => {
    const { device, shop, tab, rest } = open();
    void tab.doing.add(newLine('OATS'), 2);
    await rest();
    device.faults = { ...noFaults, lostAnswer: 0.7 };
    device.logIn(tab, 1);
    await rest();
    device.faults = noFaults;
    expect([lines(tab), shop.cartOfCustomer(1)?.rows[0]?.qty]).toEqual([['2 OATS'], 2]);
  });
});

test('what a guest does after a logout stays, though the login of before is answered only then (CART-1)', async () => {
  for (let seed = 1; seed <= 20; seed++) {
    const { world, device, shop, tab, rest } = open(seed);
    await rest();
    device.logIn(tab, 1);
    while (!shop.calls.includes('createCart')) await world.run(1);
    // The answer is on its way.
    void device.logOut(tab);
    while (device.box.kept !== undefined) await world.run(1);
    await world.run(seed % 5);
    void tab.doing.add(newLine('OATS'), 3);
    await rest();
    const { owner, token } = keptOf(device.box);
    expect([seed, owner, lines(tab), rows(shop, token)]).toEqual([seed, undefined, ['3 OATS'], ['3 OATS']]);
  }
});

test('what a guest has stays where the shop forgot it and they log in while an older answer is on its way (CART-2)', async () => {
  for (let seed = 1; seed <= 20; seed++) {
    const { world, device, shop, tab, rest } = open(seed);
    void tab.doing.add(newLine('OATS'), 2);
    await rest();
    shop.calls.length = 0;
    void tab.keeper.networkChanged();
    while (!shop.calls.includes('pullCart')) await world.run(1);
    shop.expire(keptOf(device.box).token!);
    device.logIn(tab, 1);
    await rest();
    expect([seed, lines(tab), shop.cartOfCustomer(1)?.rows[0]?.qty]).toEqual([seed, ['2 OATS'], 2]);
  }
});

describe('a cart that is refused (CART-2)', () => {
  test('is made again once, with everything in it', async () => {
    const { device, shop, tab, rest } = open();
    void tab.doing.add(newLine('OATS'), 2);
    await rest();
    shop.expire(keptOf(device.box).token!);
    void tab.doing.add(newLine('MILK'), 1);
    await rest();
    expect([lines(tab), rows(shop, keptOf(device.box).token)]).toEqual([
      ['2 OATS', '1 MILK'],
      ['2 OATS', '1 MILK'],
    ]);
  });

  test('is not made again when it was being paid for: the shop has it as an order now', async () => {
    const { device, shop, tab, rest } = open();
    void tab.doing.add(newLine('OATS'), 2);
    await rest();
    device.paying = keptOf(device.box).token;
    shop.expire(device.paying!);
    const taken = tab.doing.takePaid(device.paying!);
    await rest();
    expect([await taken, lines(tab), keptOf(device.box).token]).toEqual([true, [], undefined]);
    void tab.doing.add(newLine('MILK'), 1);
    await rest();
    expect([lines(tab), rows(shop, keptOf(device.box).token)]).toEqual([['1 MILK'], ['1 MILK']]);
  });

  test('and what is left of one that was being paid for stays', async () => {
    const { device, tab, rest } = open();
    void tab.doing.add(newLine('OATS'), 2);
    await rest();
    device.paying = keptOf(device.box).token;
    const taken = tab.doing.takePaid(device.paying!);
    await rest();
    expect([await taken, lines(tab)]).toEqual([true, ['2 OATS']]);
  });

  test('again and again stays in the browser, and the shopper is told', async () => {
    const { shop, tab, rest } = open();
    const answer = shop.answer.bind(shop);
    shop.answer = (call) => {
      if (call.name === 'createCart') return answer(call);
      throw new ApiProblem('not_logged_in', { status: 401 });
    };
    void tab.doing.add(newLine('OATS'), 2);
    await rest();
    expect(tab.news).toContainEqual({ kind: 'refusedCart' });
    expect([lines(tab), tab.keeper.view().state]).toEqual([['2 OATS'], 'unsynced']);
    expect(shop.calls.filter((name) => name === 'createCart')).toHaveLength(2);
  });
});

test('where carts stay in the browser nothing is sent; all of it is once they do not (switch «cart sync»)', async () => {
  const { device, shop, tab, rest } = open();
  device.syncOn = false;
  void tab.doing.add(newLine('OATS'), 2);
  await rest();
  device.logIn(tab, 1);
  void tab.doing.setQuantity(tab.keeper.view().lines[0]!.key, 3);
  const answered = tab.doing.applyCoupon('TEN');
  await rest();
  device.close(tab);
  const next = device.open();
  await rest();
  expect([lines(next), shop.calls, next.keeper.view().state]).toEqual([['3 OATS'], [], 'ready']);
  expect(await answered).toMatchObject({ refused: 'unreachable' });
  device.syncOn = true;
  next.doing.tryAgain();
  await rest();
  expect([lines(next), shop.cartOfCustomer(1)?.rows[0]?.qty]).toEqual([['3 OATS'], 3]);
});

test('a shop whose data were put back is asked once, and what it has now is shown', async () => {
  const { device, shop, tab, rest } = open();
  void tab.doing.add(newLine('OATS'), 2);
  void tab.doing.add(newLine('MILK'), 1);
  await rest();
  const cart = shop.cartOf(keptOf(device.box).token)!;
  cart.version -= 1;
  cart.rows.pop();
  shop.calls.length = 0;
  tab.doing.tryAgain();
  await rest();
  expect([lines(tab), shop.calls]).toEqual([['2 OATS'], ['pullCart']]);
  void tab.doing.add(newLine('MILK'), 1);
  await rest();
  expect(lines(tab)).toEqual(['2 OATS', '1 MILK']);
});

describe('a coupon (CART-3)', () => {
  test('that is wrong says so and changes nothing', async () => {
    const { tab, rest } = open();
    void tab.doing.add(newLine('OATS'), 1);
    await rest();
    const answered = tab.doing.applyCoupon('NOPE');
    await rest();
    expect(await answered).toMatchObject({ refused: 'coupon_wrong', isUnheard: false });
    expect(tab.keeper.view().totals.coupon).toBeUndefined();
  });

  test('needs a network', async () => {
    const { device, tab, rest } = open();
    void tab.doing.add(newLine('OATS'), 1);
    await rest();
    device.setOnline(false);
    const answered = tab.doing.applyCoupon('TEN');
    await rest();
    expect(await answered).toMatchObject({ refused: 'unreachable', isUnheard: true });
  });
});

test('a way of delivery is refused for a cart that is gone, which is made again: the shop was heard', async () => {
  const { device, shop, tab, rest } = open();
  void tab.doing.add(newLine('OATS'), 1);
  await rest();
  shop.expire(keptOf(device.box).token!);
  const place = { country_id: 'ZA', region_code: 'ZA-WC', postcode: '8001' };
  const answered = tab.doing.chooseDelivery(place, {} as DeliveryWay);
  await rest();
  expect(await answered).toMatchObject({ refused: 'cart_not_found', isUnheard: false });
  expect(rows(shop, keptOf(device.box).token)).toEqual(['1 OATS']);
});

test('while the shop takes nothing, the shopper is told after three attempts and nothing is lost (decision 25)', async () => {
  const { world, device, shop, tab, rest } = open();
  device.faults = { ...noFaults, busy: 1 };
  void tab.doing.add(newLine('OATS'), 2);
  await world.run(200);
  expect(tab.news.filter(({ kind }) => kind === 'waits')).toHaveLength(1);
  expect(tab.keeper.view()).toMatchObject({ state: 'unsynced', kept: true });
  device.faults = noFaults;
  tab.doing.tryAgain();
  await rest();
  expect([tab.keeper.view().state, rows(shop, keptOf(device.box).token)]).toEqual(['ready', ['2 OATS']]);
});

test('two tabs see the same', async () => {
  const { device, tab, rest } = open();
  const other = device.open();
  void tab.doing.add(newLine('OATS'), 2);
  void other.doing.add(newLine('MILK'), 1);
  await rest();
  expect(lines(tab).toSorted()).toEqual(['1 MILK', '2 OATS']);
  expect(lines(other)).toEqual(lines(tab));
});

test('removing can be undone, and emptying too', async () => {
  const { tab, rest } = open();
  void tab.doing.add(newLine('OATS'), 2);
  void tab.doing.add(newLine('MILK'), 1);
  await rest();
  const cleared = tab.doing.clear();
  expect(lines(tab)).toEqual([]);
  await rest();
  void (await cleared)();
  await rest();
  expect(lines(tab)).toEqual(['2 OATS', '1 MILK']);
});

test('asks again only when something changed, or this page has not looked yet (CART-8)', async () => {
  const { device, shop, tab, rest } = open();
  void tab.doing.add(newLine('OATS'), 2);
  await rest();
  shop.calls.length = 0;
  void tab.doing.refresh();
  await rest();
  expect(shop.calls).toEqual([]);
  void tab.doing.refresh({ force: true });
  await rest();
  expect(shop.calls).toEqual(['pullCart']);
  device.close(tab);
  device.open();
  await rest();
  expect(shop.calls).toEqual(['pullCart', 'pullCart']);
});
