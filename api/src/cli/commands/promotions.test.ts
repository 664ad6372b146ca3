import { isGuessableCode } from '@fynbos/core/promotions/code-strength.ts';
import { type FreshDatabase, freshDatabase } from '@fynbos/test-kit/database/test-database.ts';
import { administer } from '@fynbos/test-kit/processes/cli-command.ts';
import { demoFolder } from '@fynbos/test-kit/shop/demo-folder.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importShop } from '../../shop-import.ts';

let shop: FreshDatabase;
beforeAll(async () => {
  shop = await freshDatabase();
  await importShop(shop.db, demoFolder);
});
afterAll(() => shop.drop());

const run = (...args: string[]) => administer(shop.db, ...args);

test('coupons are created, listed, shown, disabled and enabled (CART-3)', async () => {
  expect((await run('coupons', 'create', 'rusks 20', 'percent', '20')).out).toBe(
    'The coupon RUSKS20 is valid now.\n',
  );
  expect((await run('coupons', 'create', 'RUSKS20', 'fixed', '20')).err).toContain('already');
  expect((await run('coupons', 'list')).out).toMatch(/RUSKS20 +20 % +used 0 times\n.*8 coupons\n/s);
  expect((await run('coupons', 'show', 'welcome50')).out).toContain(
    'gives     R50.00\nwhere     from R250.00; first order\nwhen      on\nuses      used 0 times, 1 for each customer\n',
  );
  expect((await run('coupons', 'disable', 'rusks20')).out).toBe('The coupon RUSKS20 is no longer valid.\n');
  expect((await run('coupons', 'show', 'RUSKS20')).out).toContain('when      ended\n');
  expect((await run('coupons', 'enable', 'rusks20')).out).toBe('The coupon RUSKS20 is valid again.\n');
  expect((await run('coupons', 'show', 'RUSKS20')).out).toContain('when      on\n');
});

test('coupons create and set-dates set the days on which a coupon is valid (CART-3)', async () => {
  const created = await run(
    'coupons',
    'create',
    'DECEMBER',
    'percent',
    '10',
    '--from',
    '2026-12-01',
    '--to',
    '2026-12-31 00:00:00',
  );
  const dates = ', from 2026-12-01 00:00:00, to 2026-12-31 23:59:59';
  expect(created.out).toBe(`The coupon DECEMBER is valid${dates}.\n`);
  expect((await run('coupons', 'show', 'DECEMBER')).out).toContain(`when      on${dates}\n`);
  expect((await run('coupons', 'set-dates', 'december', 'none', '2027-01-31')).out).toContain(
    'is valid, to 2027-01-31 23:59:59.',
  );
  expect((await run('coupons', 'show', 'DECEMBER')).out).toContain('when      on, to 2027-01-31 23:59:59\n');
  expect((await run('coupons', 'set-dates', 'december', '2027-02-01', '2027-01-31')).err).toContain(
    'is after',
  );
});

test('vouchers have unguessable codes, and each shows its balance (T2)', async () => {
  const { out } = await run('coupons', 'vouchers', '150', '200');
  const lines = out.trimEnd().split('\n');
  expect(lines.pop()).toBe('200 vouchers of R150.00');
  expect(new Set(lines).size).toBe(200);
  expect(lines.filter(isGuessableCode)).toEqual([]);
  expect((await run('coupons', 'show', lines[0]!)).out).toContain(
    'gives     R150.00, a voucher\nwhere     everywhere\nwhen      on\nuses      used 0 times\nbalance   R150.00\n',
  );
  for (const args of [['0', '1'], ['-1', '1'], ['1', '0'], ['1', '1000'], ['1'], ['x', '1']])
    expect((await run('coupons', 'vouchers', ...args)).err).toContain('coupons vouchers AMOUNT HOW-MANY');
});

test('coupons most-uses sets a limit, but not below the uses so far', async () => {
  await run('coupons', 'create', 'TEA3', 'percent', '5');
  expect((await run('coupons', 'most-uses', 'tea3', '3')).out).toBe(
    'The coupon TEA3 can be used 3 times at most (used 0 times).\n',
  );
  await shop.db.updateTable('coupon').set({ uses: 2 }).where('code', '=', 'TEA3').execute();
  expect((await run('coupons', 'most-uses', 'TEA3', '1')).err).toBe(
    'The coupon TEA3 was used 2 times already; to end it, disable it. Nothing was changed.\n',
  );
  expect((await run('coupons', 'show', 'TEA3')).out).toContain('uses      used 2 times, 3 at most\n');
  expect((await run('coupons', 'most-uses', 'TEA3', 'none')).code).toBe(0);
  expect((await run('coupons', 'most-uses', 'TEA3', '0')).err).toContain('most-uses CODE N|none');
});

test('coupons create rejects invalid arguments without changing anything', async () => {
  for (const args of [['X'], ['X', 'percent', '101'], ['X', 'fixed', '-1'], ['X', 'gift', '1']]) {
    const { code, err } = await run('coupons', 'create', ...args);
    expect([code, err.includes('coupons create CODE percent|fixed AMOUNT')]).toEqual([1, true]);
  }
  expect((await run('coupons', 'disable', 'NOBODY')).err).toContain('There is no coupon NOBODY.');
});

test('deals list and delivery list print promotions and shipping methods', async () => {
  expect((await run('deals', 'list')).out).toMatch(
    /chips-3-for-60 {2}3 for R60 {2}5 products\n.*13 promotions\n/s,
  );
  expect((await run('delivery', 'list')).out).toContain(
    'courier door  Door courier, 2 to 5 working days\n  R60.00\n  in de: €4.90\n  in it: €5.90\n  R0.00, from R650.00\n',
  );
});
