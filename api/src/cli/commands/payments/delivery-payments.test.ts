import { newCart } from '@fynbos/test-kit/cart/guest-cart.ts';
import { invariantViolations } from '@fynbos/test-kit/orders/order-audit.ts';
import { deliveryFile, order } from '@fynbos/test-kit/orders/order-body.ts';
import { administer } from '@fynbos/test-kit/processes/cli-command.ts';
import { openSmallShop } from '@fynbos/test-kit/shop/small-shop.ts';
import type { TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

let shop: TestShop;
beforeAll(async () => {
  shop = await openSmallShop({
    'products.csv': 'sku,name,price_incl_tax,tax_class,qty\nTEA,Rooibos Tea,60.00,standard,100\n',
    'delivery.csv': deliveryFile,
  });
});
afterAll(() => shop.close());

const run = async (line: string) => {
  const { out, err } = await administer(shop.db, ...line.split(' '));
  return out + err;
};

/** The number of a new order over R180: R120 of tea, R60 of delivery. */
async function place(): Promise<string> {
  const cart = await newCart(shop);
  await cart.update({ sku: 'TEA', qty: 2 });
  return (await order(cart)).body.result.orderNumber;
}

const captures = async (number: string) => {
  const { rows } = await sql<{ cents: number }>`select value_cents as cents from money_entry
    join sales_order on sales_order.id = money_entry.order_id where number = ${number} and kind = 'capture'`.execute(
    shop.db,
  );
  return rows.map(({ cents }) => cents);
};

test('orders deliver books the money of an order that is paid on delivery, and it can be refunded', async () => {
  const number = await place();
  expect(await run(`payments refund ${number}`)).toContain('Nothing is left to refund');
  await run(`orders ship ${number}`);
  expect(await run(`orders deliver ${number}`)).toContain(
    `R180.00 is booked as paid on delivery for the order ${number}.\n`,
  );
  expect(await run(`orders show ${number}`)).toContain('  paid R180.00, refunded R0.00\n');
  expect(await invariantViolations(shop.db)).toEqual([]);

  expect(await run(`orders return ${number}`)).toContain(`R180.00 of it is paid. To refund all of it`);
  const asked = await run(`payments refund ${number} 60`);
  expect(asked).toMatch(
    /R60.00 must be refunded manually, in cash or by bank transfer, then run payments record/,
  );
  expect(await run(`payments record-refund ${number}`)).toContain('R60.00 was refunded manually.');
  expect(await run(`payments refund ${number} 120.01`)).toContain('more than the R120.00');
  expect(await run(`payments show ${number}`)).toContain(
    'returned, total R180.00, paid R180.00, refunded R60.00',
  );
  expect(await run(`payments query ${number}`)).toContain('has no online payment');
  expect(await invariantViolations(shop.db)).toEqual([]);
});

test('the money of an order that is paid on delivery is booked once', async () => {
  const number = await place();
  expect(await run(`orders pay ${number}`)).toContain('R180.00 is booked');
  expect(await run(`orders pay ${number}`)).toBe(
    `The order ${number} is paid already. Nothing was changed.\n`,
  );
  await run(`orders ship ${number}`);
  expect(await run(`orders deliver ${number}`)).not.toContain('booked');
  expect(await run(`orders deliver ${number}`)).toContain(`The order ${number} is delivered`);
  expect(await captures(number)).toEqual([18_000]);

  const concurrent = await place();
  await run(`orders ship ${concurrent}`);
  await Promise.all([run(`orders pay ${concurrent}`), run(`orders deliver ${concurrent}`)]);
  expect(await captures(concurrent)).toEqual([18_000]);
  expect(await invariantViolations(shop.db)).toEqual([]);
});

test('cancelling an order that was paid on delivery beforehand asks the owner to pay the money back', async () => {
  const number = await place();
  await run(`orders pay ${number}`);
  expect(await run(`orders cancel ${number}`)).toContain('R180.00 must be refunded manually, in cash');
  expect(await run(`orders pay ${number}`)).toContain(
    `The order ${number} is canceled. Nothing was changed.`,
  );
  expect(await run('payments cases')).toContain('refund_by_hand');
  expect(await invariantViolations(shop.db)).toEqual([]);
});
