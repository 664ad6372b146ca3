import { providerCodes } from '@fynbos/core/payments/providers.ts';
import { behindProxy, logInPerson } from '@fynbos/test-kit/accounts/customers.ts';
import { newCart } from '@fynbos/test-kit/cart/guest-cart.ts';
import { setBucketTokens } from '@fynbos/test-kit/network/rate-limit-buckets.ts';
import { address } from '@fynbos/test-kit/orders/order-body.ts';
import { payer, payerOf, payingFiles } from '@fynbos/test-kit/payments/payer.ts';
import { paymentContextOf } from '@fynbos/test-kit/payments/payment-context.ts';
import { openPayingShop, type PayingShop } from '@fynbos/test-kit/payments/payment-shop.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limitMailbox } from '../../orders/placement/order-limits.ts';
import { bucketKey } from '../../platform/rate-limit/rate-limits.ts';
import { matchNights } from '../reconciliation/nightly-reconciliation-service.ts';
import type { PaymentQueries } from './payment-query-service.ts';
import { remindShoppers } from './payment-reminder-service.ts';

let shop: PayingShop;
beforeAll(async () => {
  shop = await openPayingShop(payingFiles, behindProxy);
});
afterAll(() => shop.close());

const minute = 60_000;
/** Returns the queued mails about an order, oldest first. */
async function mailsAbout(number: string, subject: RegExp): Promise<{ subject: string; text: string }[]> {
  const { rows } = await sql<{ subject: string; text: string }>`select subject, text from mail
    where subject like ${`%${number}%`} order by id`.execute(shop.db);
  return rows.filter((mail) => subject.test(mail.subject));
}

/** Returns the queued push messages for browsers subscribed to an order. */
async function messagesAbout(number: string): Promise<string[]> {
  const { rows } = await sql<{ title: string }>`select body::json->>'title' as title from push_message
    where topic = ${`order-${number}`} order by id`.execute(shop.db);
  return rows.map(({ title }) => title);
}

/** Subscribes a browser to an order; this test contacts no push service. */
async function listen(number: string): Promise<void> {
  await sql`with browser as (
    insert into push_subscription (endpoint, p256dh, auth, locale)
    values (${`https://push.example/${number}`}, '', '', 'es-ES') returning id
  ) insert into push_order (order_id, subscription_id)
    select order_id, browser.id from sales_order, browser where number = ${number}`.execute(shop.db);
}

test('an unfinished payment is reminded once, while the order can still be paid', async () => {
  const [waits, paid, declined] = [
    await payer(shop, 'card'),
    await payer(shop, 'card'),
    await payer(shop, 'card'),
  ];
  const numbers = await Promise.all(
    [waits, paid, declined].map(async (shopper) => (await shopper.status()).orderNumber),
  );
  const reminders = () => Promise.all(numbers.map((number) => mailsAbout(number, /waiting for its payment/)));
  await listen(numbers[0]!);
  await shop.advance(9 * minute);
  expect(await reminders()).toEqual([[], [], []]);
  await shop.scenario({ hooks: { mode: 'none' } });
  await shop.act('card', paid.id, 'pay_no_return');
  await shop.act('card', declined.id, 'decline');
  await shop.advance(2 * minute);
  await expect.poll(async () => (await reminders())[0]?.length).toBe(1);
  for (let more = 0; more < 3; more++) {
    await shop.advance(2 * minute);
    await waits.status();
  }
  const [first, two, three] = await reminders();
  expect([first?.length, two, three]).toEqual([1, [], []]);
  expect(await messagesAbout(numbers[0]!)).toEqual([`El pedido ${numbers[0]} espera su pago`]);
  expect(first![0]!.text).toContain(
    `${shop.origin}/order/status?checkoutReference=${waits.reference}&paymentCode=card`,
  );
  expect((await paid.status()).status).toBe('paid');
  await shop.scenario({ hooks: { mode: 'normal' } });
});

test('a provider is not queried repeatedly for an order whose mailbox has reached its limit', async () => {
  const shopper = await payer(shop, 'wallet');
  // Only this context's clock is ahead: by the shop's clock no payment is due, so its own poller sends no
  // reminder first.
  const context = paymentContextOf({ ...shop, now: () => new Date(shop.now().getTime() + 11 * minute) });
  for (let mails = 0; mails < 100; mails++) await limitMailbox(context.limits, address.email).catch(() => {});
  const queried: string[] = [];
  const queries: PaymentQueries = {
    query: async (attempt) => {
      queried.push(attempt.reference);
      return { ...attempt, poll_count: attempt.poll_count + 1, hasResponse: true };
    },
  };
  const reminding = { pausedOrders: new Map<number, number>(), isOver: () => false };
  for (let rounds = 0; rounds < 3; rounds++) await remindShoppers(context, queries, reminding);
  expect(queried.filter((reference) => reference === shopper.reference)).toHaveLength(1);
});

test('a reminder counts against the mailbox of an account as well (T26)', async () => {
  const person = await logInPerson(shop);
  const cart = await newCart(shop, { authorization: `Bearer ${person.token}` });
  await cart.update({ sku: 'TEA', qty: 1 });
  const { reference } = await payerOf(shop, cart, 'wallet');
  const context = paymentContextOf({ ...shop, now: () => new Date(shop.now().getTime() + 11 * minute) });
  await setBucketTokens(shop.db, bucketKey('order-mailbox', person.email), 0, context.now());
  const queried: string[] = [];
  const queries: PaymentQueries = {
    query: async (attempt) => {
      queried.push(attempt.reference);
      return { ...attempt, poll_count: attempt.poll_count + 1, hasResponse: true };
    },
  };
  await remindShoppers(context, queries);
  expect(queried).toContain(reference);
  const sent = shop.db.selectFrom('mail').select('subject').where('recipient', '=', person.email);
  expect((await sent.where('subject', 'like', '%waiting%').execute()).length).toBe(0);
  await setBucketTokens(shop.db, bucketKey('order-mailbox', person.email), 1, context.now());
  await remindShoppers(context, queries);
  expect((await sent.where('subject', 'like', '%waiting%').execute()).length).toBe(1);
});

test('the mail of a paid order says so, with amount and method', async () => {
  const shopper = await payer(shop, 'card');
  await shop.act('card', shopper.id, 'pay');
  const { orderNumber } = await shopper.status();
  const placed = () => mailsAbout(orderNumber, /^Your order \d+$/);
  await expect.poll(async () => (await placed()).length).toBe(1);
  expect((await placed())[0]!.text).toMatch(/^Paid \(.+\): R120\.00$/m);
});

test('a refund is mailed at once with its amount and reason', async () => {
  const first = await payer(shop, 'card');
  const second = await payerOf(shop, first.cart, 'instalments', { order_id: first.orderId });
  await shop.act('card', first.id, 'pay');
  await shop.act('instalments', second.id, 'pay');
  await Promise.all([first.status(), second.status()]);
  const { orderNumber } = await first.status();
  const back = () => mailsAbout(orderNumber, /^Your refund for order/);
  await expect.poll(async () => (await back()).length).toBe(1);
  expect((await back())[0]!.text).toContain(
    'Your order was paid for twice.\n\nWe are refunding R120.00 to the payment method you used',
  );
  await listen(orderNumber);
  await shop.admin('payments', 'refund', orderNumber, '10', '--reason', 'a secret of the shop');
  expect(await messagesAbout(orderNumber)).toEqual([`Reembolso del pedido ${orderNumber}`]);
  await expect.poll(async () => (await back()).length).toBe(2);
  expect((await back())[1]!.text).toContain('We are refunding money that you paid for your order.');
  expect((await back())[1]!.text).not.toContain('secret');
});

test('an asynchronous refund is mailed when the provider accepts it, and not again when it completes', async () => {
  const shopper = await payer(shop, 'local-a');
  await shop.act('local-a', shopper.id, 'pay');
  const { orderNumber } = await shopper.status();
  expect((await shop.admin('payments', 'refund', orderNumber)).out).toContain('was accepted by Ozow');
  const back = () => mailsAbout(orderNumber, /^Your refund for order/);
  expect(await back()).toHaveLength(1);
  const showOrder = async () => {
    await shop.advance(minute);
    return (await shop.admin('payments', 'show', orderNumber)).out;
  };
  await expect.poll(showOrder).toContain('refunded R120.00');
  expect(await back()).toHaveLength(1);
});

/**
 * Milliseconds until ten o'clock on the next day in South Africa: exactly one midnight lies between,
 * whenever this runs.
 */
function untilNextMorning(now: Date): number {
  const day = 24 * 60 * minute;
  const midnight = Math.floor((now.getTime() + 2 * 60 * minute) / day) * day - 2 * 60 * minute;
  return midnight + day + 10 * 60 * minute - now.getTime();
}

test('the nightly reconciliation runs once across processes and books a missed payment', async () => {
  await shop.scenario({ hooks: { mode: 'none' } });
  const missed = await payer(shop, 'instalments');
  // No query is due any more: only the reconciliation finds the payment.
  await sql`update payment_attempt set next_poll_at = null where reference = ${missed.reference}`.execute(
    shop.db,
  );
  await shop.act('instalments', missed.id, 'pay_no_return');
  await shop.scenario({ provider: 'wallet', faults: [{ on: 'list', kind: '500', times: 1 }] });
  await shop.advance(untilNextMorning(shop.now()));
  const context = paymentContextOf(shop);
  await Promise.all(Array.from({ length: 4 }, () => matchNights(context)));
  const reconciliations = async () => {
    const { rows } = await sql<{
      provider: string;
      payload: { booked: number };
    }>`select provider, payload from payment_event
      where source = 'match' and dedupe_key = (select max(dedupe_key) from payment_event where dedupe_key like 'match:%')
      order by provider`.execute(shop.db);
    return rows;
  };
  // PayPal failed at first: a later run queries only PayPal again.
  await expect
    .poll(async () => {
      await shop.advance(11 * minute);
      return (await reconciliations()).map(({ provider }) => provider);
    })
    .toEqual(providerCodes.toSorted());
  expect((await reconciliations()).find(({ provider }) => provider === 'instalments')!.payload.booked).toBe(
    1,
  );
  expect((await missed.status()).status).toBe('paid');
});
