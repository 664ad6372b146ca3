import { providerCodes } from '@fynbos/core/payments/providers.ts';
import { behindProxy } from '@fynbos/test-kit/accounts/customers.ts';
import { invariantViolations } from '@fynbos/test-kit/orders/order-audit.ts';
import { CartShopper, type CartStep, cartHistory, maxSteps } from '@fynbos/test-kit/payments/cart-history.ts';
import { differencesOf } from '@fynbos/test-kit/payments/ledger-comparison.ts';
import { payingFiles } from '@fynbos/test-kit/payments/payer.ts';
import { openPayingShop, type PayingShop } from '@fynbos/test-kit/payments/payment-shop.ts';
import { eachOf } from '@fynbos/test-kit/payments/statistics.ts';
import { manyUnpaidOrders } from '@fynbos/test-kit/shop/unpaid-limits.ts';
import { isShortened, repetitions } from '@fynbos/test-kit/stress-mode.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

/**
 * Random histories of a cart: it is paid once, whatever its shopper and the providers do, and in whatever order
 * (ADR-034). The carts of a batch share one clock, and every step of all of them happens before it moves.
 */

const batch = 50;
const histories = isShortened ? 100 : repetitions(50, 5000);
const minute = 60_000;

/** Products with a stock of one, each for one cart. */
const singles = Array.from({ length: histories / 2 }, (_, index) => `ONE${index}`);

let shop: PayingShop;
beforeAll(async () => {
  const single = singles.map((sku) => `${sku},One,60.00,zero,1,simple\n`);
  const products = payingFiles['products.csv'] + single.join('');
  const coupons = 'code,label,kind,percent,most_uses_each\nEACH,Each,percent,50,1\n';
  shop = await openPayingShop(
    { ...payingFiles, 'products.csv': products, 'coupons.csv': coupons },
    { ...behindProxy, ...manyUnpaidOrders },
  );
});
afterAll(() => shop.close());

/** Minutes that pass after each step of all carts: within a session, after the reminder, after the session. */
const pauses = fc.array(fc.constantFrom(0, 0, 1, 11, 45), {
  minLength: maxSteps,
  maxLength: maxSteps,
});
/** How a provider sends web-hooks, and how long it reports a payment as undecided. */
const manner = fc.record({
  hooks: fc.record({ mode: fc.constantFrom('normal', 'none', 'shuffled'), delayMs: fc.constant(2000) }),
  lagMs: fc.constantFrom(0, 0, 3 * minute),
});
const manners = fc.array(manner, { minLength: providerCodes.length, maxLength: providerCodes.length });

test(`${histories} carts with random histories over all providers are each placed and paid once at most`, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(cartHistory, { minLength: batch, maxLength: batch }),
      pauses,
      manners,
      async (steps, waits, providers) => {
        for (const [index, provider] of providerCodes.entries())
          await shop.scenario({ provider, ...providers[index] });
        const shoppers = await playAll(steps, waits);
        await nothingIsLeftToPay(shoppers);
        await shop.scenario({});
        await decideAll(shoppers);
        await nothingIsLeftToPay(shoppers);
        expect(await doublePayments()).toEqual([]);
        expect(await wrongStock()).toEqual([]);
        const violations = await invariantViolations(shop.db, shop.now());
        // This shop has no mail server, so its mails wait (I10).
        expect(violations.filter((violation) => !violation.startsWith('I10'))).toEqual([]);
        for (const { canPay, isGivenBack } of shoppers.flatMap(({ seen }) => seen))
          expect(canPay && isGivenBack).toBe(false);
      },
    ),
    { numRuns: Math.ceil(histories / batch), endOnFailure: true },
  );
}, 7_200_000);

/** Carts so far that want a product of which there is one. */
let played = 0;

async function playAll(steps: readonly CartStep[][], waits: readonly number[]): Promise<CartShopper[]> {
  // Every second cart wants a single product.
  const skus = steps.map((_, index) => (index % 2 === 0 ? 'TEA' : singles[played++]!));
  const shoppers = await eachOf(skus, 8, (sku) => CartShopper.with(shop, sku));
  for (const [round, wait] of waits.entries()) {
    await eachOf(shoppers, 8, async (shopper, index) => {
      const step = steps[index]?.[round];
      if (step) await shopper.play(step);
    });
    if (wait > 0) await shop.advance(wait * minute);
  }
  return shoppers;
}

/** Advances the clock until no payment and no refund is open, and our ledger equals the providers'. */
async function decideAll(shoppers: readonly CartShopper[]): Promise<void> {
  await eachOf(shoppers, 8, async (shopper) => {
    for (const page of shopper.pages) await shopper.statusOf(page);
  });
  await expect
    .poll(
      async () => {
        await shop.advance(6 * 60 * minute);
        const open = await openPayments();
        return open.length > 0 ? open : differencesOf(shop.db, await shop.ledger());
      },
      { timeout: 120_000, interval: 200 },
    )
    .toEqual([]);
}

/** Payments and refunds that are not decided. An operator decides about an order with a partial payment. */
async function openPayments(): Promise<string[]> {
  const { rows } = await sql<{
    says: string;
  }>`select 'a refund of ' || number || ' is ' || refund.state as says
      from refund join sales_order on sales_order.id = refund.order_id where refund.state in ('requested', 'sent')
    union all select 'an attempt by ' || provider || ' of ' || number || ', which is ' || sales_order.state || ', is '
      || payment_attempt.state || coalesce(' with ' || last_code, '')
      from payment_attempt join sales_order on sales_order.id = payment_attempt.order_id
      where payment_attempt.state in ('created', 'initiating', 'awaiting_shopper', 'processing')
        and not (payment_attempt.state = 'created' and sales_order.state = 'pending_payment'
          and captured_cents > refunded_cents)`.execute(shop.db);
  return rows.map(({ says }) => says);
}

/** Once an order of a cart is placed, no order that was begun before it can be paid, and each names it. */
async function nothingIsLeftToPay(shoppers: readonly CartShopper[]): Promise<void> {
  const { rows } = await sql<{ order_id: string; number: string }>`${replaced}
    select order_id, other as number from replaced where placed is null`.execute(shop.db);
  const replacements = new Map(rows.map(({ order_id, number }) => [order_id, number]));
  await eachOf(shoppers, 8, async (shopper) => {
    for (const page of shopper.pages) {
      const number = replacements.get(page.orderId);
      if (number === undefined) continue;
      const { canPay, orderedWith } = await shopper.statusOf(page);
      expect({ canPay, orderedWith }).toEqual({ canPay: false, orderedWith: number });
      expect(['done', undefined]).toContain((await shopper.handOver(page)).kind);
    }
  });
}

/** The orders that were begun, but not placed, when another order of their cart was placed. */
const replaced = sql`with life as (
    select sales_order.*, (select min(id) from order_event where order_id = sales_order.id) as begun,
      (select min(id) from order_event where order_id = sales_order.id and state = 'placed') as placed,
      captured_cents - refunded_cents - (select coalesce(sum(value_cents), 0) from refund
        where refund.order_id = sales_order.id and refund.state = 'manual') as net
    from sales_order
  ), replaced as (
    select distinct on (life.id) life.*, other.number as other, other.id as other_id
    from life join life as other on other.cart_id = life.cart_id and other.placed > life.begun
      and other.placed < coalesce(life.placed, 9e18) order by life.id, other.placed
  )`;

/** Products of which the stock, and what orders hold of it, are not what the shop had. */
async function wrongStock(): Promise<string[]> {
  const { rows } = await sql<{
    says: string;
  }>`select sku || ' has ' || qty || ', and orders hold ' || held as says
    from product join stock on stock.product_id = product.id cross join lateral (
      select coalesce(sum(order_stock.qty), 0) as held from order_stock
      where order_stock.product_id = product.id and returned_at is null) as held
    where manage_stock and qty + held <> case when sku = 'TEA' then 100000 else 1 end`.execute(shop.db);
  return rows.map(({ says }) => says);
}

/** Orders placed or paid beside another order of their cart, or paid twice, or reminded of after another was placed. */
async function doublePayments(): Promise<string[]> {
  const { rows } = await sql<{ says: string }>`${replaced}
    select number || ' is placed, as ' || other || ' is' as says from replaced where placed is not null
    union all select number || ' has money, and ' || other || ' is placed' from replaced where net <> 0
    union all select number || ' is ' || state || ', and ' || other || ' is placed' from replaced
      where state <> 'expired'
    union all select number || ' costs ' || grand_total_cents || ' and has ' || net from life where placed is not null
      and net <> case payment_method when 'cashondelivery' then 0 else grand_total_cents end
    union all select replaced.number || ' was reminded of after ' || other from replaced
      join mail_about as reminder on reminder.number = replaced.number and reminder.template = 'paymentWaits'
      join mail_about as confirmation on confirmation.number = other and confirmation.template = 'orderConfirmation'
      where reminder.mail_id > confirmation.mail_id`.execute(shop.db);
  return rows.map(({ says }) => says);
}
