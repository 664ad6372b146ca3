import { afterAll, beforeAll, expect, test } from 'vitest';
import { behindProxy, logInAgain, logInPerson, password } from '../accounts/testing/people.ts';
import { newCart } from '../cart/testing/guest.ts';
import { address } from '../orders/testing/order.ts';
import { openPayingShop, type PayingShop } from '../testing/paying-shop.ts';
import { sweepUnpaid } from './keeping-service.ts';
import { type Payer, payer, payerOf, payingFiles } from './testing/paying.ts';

let shop: PayingShop;
beforeAll(async () => {
  shop = await openPayingShop(payingFiles, behindProxy);
});
afterAll(() => shop.close());

const hour = 60 * 60_000;
const day = 24 * hour;

/** Everything that is kept of an order and its payments, as text. */
async function keptOf({ orderId }: Payer): Promise<string> {
  const order = await shop.db
    .selectFrom('sales_order')
    .selectAll()
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  const attempts = await shop.db
    .selectFrom('payment_attempt')
    .selectAll()
    .where('order_id', '=', order.id)
    .execute();
  const uses = await shop.db.selectFrom('coupon_use').selectAll().where('order_id', '=', order.id).execute();
  return JSON.stringify([order, attempts, uses]);
}

/** Their time to pay is over. */
async function expire(...shoppers: Payer[]): Promise<void> {
  for (const { id, provider } of shoppers) await shop.act(provider, id, 'cancel');
  await shop.advance(2 * hour);
  for (const shopper of shoppers)
    await expect.poll(() => keptOf(shopper), { timeout: 20_000 }).toContain('"expired"');
}

const personal = new RegExp(`${address.email}|${address.firstname}|${address.lastname}`);

test('an order that nobody paid forgets after a month whose it was, and one that was paid does not', async () => {
  const [gone, paid] = [await payer(shop, 'card'), await payer(shop, 'instalments')];
  await shop.act('instalments', paid.id, 'pay');
  expect((await paid.status()).status).toBe('paid');
  await expire(gone);
  await sweepUnpaid(shop.db, new Date(shop.now().getTime() + 29 * day));
  expect(await keptOf(gone)).toMatch(personal);
  await sweepUnpaid(shop.db, new Date(shop.now().getTime() + 31 * day));
  expect(await keptOf(gone)).not.toMatch(personal);
  expect(await keptOf(gone)).not.toContain('http');
  expect(await keptOf(paid)).toMatch(personal);
  const { out } = await shop.admin('orders', 'show', (await paid.status()).orderNumber);
  expect(out).toContain(address.email);
  // Whoever pays after all gets the money back.
  await shop.act('card', gone.id, 'pay').catch(() => undefined);
});

test('with an account goes whose its unpaid orders were', async () => {
  const person = await logInPerson(shop);
  const cart = await newCart(shop, { authorization: `Bearer ${person.token}` });
  await cart.update({ sku: 'TEA', qty: 1 });
  const gone = await payerOf(shop, cart, 'card');
  await expire(gone);
  expect(await keptOf(gone)).toMatch(personal);
  const later = await logInAgain(shop, person.email);
  const { body } = await later.ask('GET', '/api/user/export');
  expect(body.result.payments).toMatchObject([{ reference: gone.reference, provider: 'card' }]);
  expect((await later.ask('POST', '/api/user/erase', { currentPassword: password })).status).toBe(200);
  expect(await keptOf(gone)).not.toMatch(personal);
});
