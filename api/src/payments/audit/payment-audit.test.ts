import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { providerCodes } from '@fynbos/core/payments/providers.ts';
import { behindProxy, freshAddress } from '@fynbos/test-kit/accounts/customers.ts';
import { newCart } from '@fynbos/test-kit/cart/guest-cart.ts';
import { invariantViolations } from '@fynbos/test-kit/orders/order-audit.ts';
import { order } from '@fynbos/test-kit/orders/order-body.ts';
import { begin, type Payer, payer, payerOf, payingFiles } from '@fynbos/test-kit/payments/payer.ts';
import { openPayingShop, type PayingShop } from '@fynbos/test-kit/payments/payment-shop.ts';
import { runCommand } from '@fynbos/test-kit/processes/cli-command.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { storeSandbox } from '../../config/sandbox-variables.ts';
import { auditSandbox } from './sandbox-audit-service.ts';

let shop: PayingShop;
let folder: string;
beforeAll(async () => {
  shop = await openPayingShop(payingFiles, behindProxy);
  folder = await mkdtemp(join(tmpdir(), 'fynbos-audit-'));
});
afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true });
});

const minute = 60_000;
const compared = () => auditSandbox(shop.db, shop.sandboxUrl, providerCodes, shop.now());
const violations = async () => [
  ...(await invariantViolations(shop.db, shop.now())),
  ...(await compared()).violations,
];
const numberOf = async (shopper: Payer) => (await shopper.status()).orderNumber as string;

/** Order numbers by outcome. */
const orders: Record<string, string> = {};

async function pay(provider: Payer['provider'], act: string): Promise<Payer> {
  const shopper = await payer(shop, provider);
  await shop.act(provider, shopper.id, act);
  await shopper.status();
  return shopper;
}

beforeAll(async () => {
  for (const provider of providerCodes) orders[provider] = await numberOf(await pay(provider, 'pay'));
  for (const provider of providerCodes) await pay(provider, provider === 'local-a' ? 'cancel' : 'decline');
  orders.under = await numberOf(await pay('card', 'underpay'));
  await pay('local-a', 'pay_twice');
  await pay('wallet', 'overpay').catch(() => undefined);
  const two = await pay('card', 'cancel');
  const paidOtherwise = await payerOf(shop, two.cart, 'wallet', { order_id: two.orderId });
  await shop.act('wallet', paidOtherwise.id, 'pay');
  await paidOtherwise.status();
  await begin(two.cart, 'card').catch(() => undefined);
  orders.half = orders.card!;
  expect((await shop.admin('payments', 'refund', orders.half, '20')).code).toBe(0);
  expect((await shop.admin('orders', 'cancel', orders.instalments!)).code).toBe(0);
  expect((await shop.admin('payments', 'refund', orders['local-b']!)).code).toBe(0);
  const cashCart = await newCart(shop, { 'x-forwarded-for': freshAddress() });
  await cashCart.update({ sku: 'TEA', qty: 1 });
  orders.door = (await order(cashCart)).body.result.orderNumber;
  const disputed = await pay('wallet', 'pay');
  orders.disputed = await numberOf(disputed);
  await shop.dispute('wallet', disputed.id, 'open');
  const isBooked = async () => (await sql`select from payment_dispute`.execute(shop.db)).rows.length === 1;
  const booked = async () => (await isBooked()) || Promise.reject(new Error('the dispute is not booked'));
  await vi.waitFor(booked, { timeout: 120_000 });
  orders.waiting = await numberOf(await payer(shop, 'card'));
  await shop.advance(minute);
  // Polling must not query it between the corruption and the repair below.
  await sql`update payment_attempt set next_poll_at = now() + interval '1 day'
    where order_id = (select id from sales_order where number = ${orders.waiting})`.execute(shop.db);
});

test('the audit finds no violation after every kind of payment, neither in the shop nor against the sandbox’s ledger', async () => {
  await expect.poll(violations).toEqual([]);
  expect((await compared()).holds).toMatch(/^\d\d movements, as the payment sandbox has them$/);
});

describe('the audit finds exactly the corrupted record', () => {
  const order = (name: string) => `(select id from sales_order where number = '${orders[name]}')`;
  const entry = (name: string, kind = 'capture') => `order_id = ${order(name)} and kind = '${kind}'`;
  const of = (name: string) => `order_id = ${order(name)}`;
  test.each<[title: string, broken: () => string, mended: () => string, expected: RegExp[]]>([
    [
      'an order with too high a captured amount',
      () => `update sales_order set captured_cents = captured_cents + 1 where id = ${order('wallet')}`,
      () => `update sales_order set captured_cents = captured_cents - 1 where id = ${order('wallet')}`,
      [/^I3 order \d{9}: records 12001 captured, its movements sum to 12000$/],
    ],
    [
      'an order with too high a refunded amount',
      () => `update sales_order set refunded_cents = refunded_cents + 1 where id = ${order('wallet')}`,
      () => `update sales_order set refunded_cents = refunded_cents - 1 where id = ${order('wallet')}`,
      [/^I3 order \d{9}: records 1 refunded, its movements sum to 0$/],
    ],
    [
      'a deleted ledger entry',
      () =>
        `create table lost as select * from money_entry where ${entry('local-a')};\ndelete from money_entry where ${entry('local-a')}`,
      () => 'insert into money_entry overriding system value select * from lost;\ndrop table lost',
      [
        /^I3 order \d{9}: records 12000 captured, its movements sum to 0$/,
        /^I7 order \d{9}: payment \w{12}: is paid, but 0 was captured and 0 refunded$/,
      ],
    ],
    [
      'an invented ledger entry',
      () =>
        `insert into money_entry (attempt_id, order_id, kind, provider, transaction_id, debit, credit, charge_cents,
          charge_currency, value_cents, at) select attempt_id, order_id, kind, provider, 'made-up', debit, credit,
          charge_cents, charge_currency, value_cents, at from money_entry where ${entry('local-a')}`,
      () => `delete from money_entry where transaction_id = 'made-up'`,
      [
        /^I3 order \d{9}: records 12000 captured, its movements sum to 24000$/,
        /^order \d{9}: local-a capture made-up is in our ledger and not in the sandbox’s$/,
      ],
    ],
    [
      'a dispute that returns more than came in (T38)',
      () => 'update payment_dispute set value_cents = value_cents + 1',
      () => 'update payment_dispute set value_cents = value_cents - 1',
      [/^I3 order \d{9}: refunds and disputes of 12001 for \w+, 12000 captured$/],
    ],
    [
      'a won dispute that kept the money (T38)',
      () => `update payment_dispute set state = 'won'`,
      () => `update payment_dispute set state = 'open'`,
      [/^I3 order \d{9}: dispute PP-R-\w+-\d+: is won, but \d+ was withdrawn$/],
    ],
    [
      'a changed amount',
      () => `update money_entry set charge_cents = 11999 where ${entry('local-a')}`,
      () => `update money_entry set charge_cents = 12000 where ${entry('local-a')}`,
      [/^order \d{9}: local-a payment \S+ of 12000 ZAR is 11999 ZAR in our ledger$/],
    ],
    [
      'a changed value',
      () => `update money_entry set value_cents = 1 where ${entry('local-a')}`,
      () => `update money_entry set value_cents = 12000 where ${entry('local-a')}`,
      [
        /^I3 order \d{9}: capture \S+: is worth 1, its payment 12000$/,
        /^I3 order \d{9}: records 12000 captured, its movements sum to 1$/,
      ],
    ],
    [
      'a ledger entry with the wrong provider',
      () => `update money_entry set provider = 'card' where ${entry('local-a')}`,
      () => `update money_entry set provider = 'local-a' where ${entry('local-a')}`,
      [
        /^I3 order \d{9}: capture \S+: is of card, its payment of local-a; goes from provider:local-a to order:/,
        /^order \d{9}: card capture \S+ is in our ledger and not in the sandbox’s$/,
      ],
    ],
    [
      'a ledger entry of another order',
      () => `update money_entry set order_id = ${order('waiting')} where ${entry('local-a')}`,
      () => `update money_entry set order_id = ${order('local-a')} where order_id = ${order('waiting')}`,
      [
        /^I3 order \d{9}: capture \S+: is booked for another order than its payment$/,
        /^I3 order \d{9}: records 12000 captured, its movements sum to 0$/,
        /^I3 order \d{9}: records 0 captured, its movements sum to 12000$/,
      ],
    ],
    [
      'a transaction booked twice',
      () => `alter table money_entry drop constraint money_entry_provider_transaction_id_kind_key;
       insert into money_entry (attempt_id, order_id, kind, provider, transaction_id, debit, credit, charge_cents,
          charge_currency, value_cents, at) select attempt_id, order_id, kind, provider, transaction_id, debit, credit,
          charge_cents, charge_currency, value_cents, at from money_entry where ${entry('local-a')}`,
      () => `delete from money_entry where id = (select max(id) from money_entry);
       alter table money_entry add unique (provider, transaction_id, kind)`,
      [
        /^I3 order \d{9}: capture \S+: is booked twice$/,
        /^I3 order \d{9}: records 12000 captured, its movements sum to 24000$/,
      ],
    ],
    [
      'a ledger entry with equal debit and credit',
      () => `update money_entry set credit = debit where ${entry('local-a')}`,
      () => `update money_entry set credit = 'order:${orders['local-a']}' where ${entry('local-a')}`,
      [/^I3 order \d{9}: capture \S+: goes from provider:local-a to provider:local-a$/],
    ],
    [
      'a refund without a request',
      () =>
        `insert into money_entry (attempt_id, order_id, kind, provider, transaction_id, debit, credit, charge_cents,
          charge_currency, value_cents, at) select attempt_id, order_id, 'refund', provider, 'gift', credit, debit,
          100, charge_currency, 100, at from money_entry where ${entry('wallet')};
       update sales_order set refunded_cents = 100 where id = ${order('wallet')};
       update payment_attempt set state = 'partially_refunded' where ${of('wallet')}`,
      () => `delete from money_entry where transaction_id = 'gift';
       update sales_order set refunded_cents = 0 where id = ${order('wallet')};
       update payment_attempt set state = 'paid' where ${of('wallet')}`,
      [
        /^I3 order \d{9}: refund gift: was never requested$/,
        /^order \d{9}: wallet refund gift is in our ledger and not in the sandbox’s$/,
      ],
    ],
    [
      'a refund above the captured amount',
      () => `update refund set value_cents = 12001 where ${of('instalments')}`,
      () => `update refund set value_cents = 12000 where ${of('instalments')}`,
      [
        /^I3 order \d{9}: refunds and disputes of 12001 for \S+, 12000 captured$/,
        /^I3 order \d{9}: refund R\w+: is succeeded over 12001, and 12000 was refunded$/,
      ],
    ],
    [
      'a refund marked as succeeded that did not happen',
      () => `update refund set state = 'succeeded' where ${of('local-b')}`,
      () => `update refund set state = 'manual' where ${of('local-b')}`,
      [/^I3 order \d{9}: refund R\w+: is succeeded over 12000, and 0 was refunded$/],
    ],
    [
      'a refund marked as failed that did happen',
      () => `update refund set state = 'failed' where ${of('half')}`,
      () => `update refund set state = 'succeeded' where ${of('half')}`,
      [/^I3 order \d{9}: refund R\w+: is failed over 2000, and 2000 was refunded$/],
    ],
    [
      'a refund that is not scheduled to be sent',
      () => `update refund set state = 'requested' where ${of('local-b')}`,
      () => `update refund set state = 'manual' where ${of('local-b')}`,
      [/^I3 order \d{9}: refund R\w+: is requested, but no attempt to send it is scheduled$/],
    ],
    [
      'an order placed without its payment',
      () => `insert into order_event (order_id, state, actor, occurred_at) values (${order('under')}, 'placed', 'payment', now());
       update sales_order set state = 'placed' where id = ${order('under')};
       insert into mail_about (mail_id, template, number) values (0, 'orderConfirmation', '${orders.under}')`,
      () => `delete from order_event where order_id = ${order('under')} and state = 'placed';
       update sales_order set state = 'pending_payment' where id = ${order('under')};
       delete from mail_about where mail_id = 0`,
      [/^I5 order \d{9}: was placed with \d+ of 12000$/],
    ],
    [
      'an online order placed as if it were cash on delivery (T20)',
      () => `update sales_order set payment_method = 'card' where id = ${order('door')}`,
      () => `update sales_order set payment_method = 'cashondelivery' where id = ${order('door')}`,
      [/^I5 order \d{9}: was placed with 0 of 12000$/],
    ],
    [
      'an order placed twice',
      () => `drop index order_event_once;
       insert into order_event (order_id, state, actor, occurred_at) values (${order('wallet')}, 'placed', 'payment', now())`,
      () =>
        `delete from order_event where id = (select max(id) from order_event where order_id = ${order('wallet')});
       create unique index order_event_once on order_event (order_id, state)`,
      [
        /^I5 order \d{9}: is placed, but went pending_payment → placed → placed$/,
        /^I5 order \d{9}: was placed, and notified by 2 mails$/,
        /^I9 order \d{9}: has the cart \d+, as \d{9} has$/,
        /^I5 order \d{9}: was placed 2 times$/,
      ],
    ],
    [
      'a payment marked as declined that was paid',
      () => `update payment_attempt set state = 'declined' where ${of('wallet')}`,
      () => `update payment_attempt set state = 'paid' where ${of('wallet')}`,
      [/^I7 order \d{9}: payment \w{12}: is declined, but 12000 was captured$/],
    ],
    [
      'a payment marked as fully refunded that was partly refunded',
      () => `update payment_attempt set state = 'refunded' where ${of('half')}`,
      () => `update payment_attempt set state = 'partially_refunded' where ${of('half')}`,
      [/^I7 order \d{9}: payment \w{12}: is refunded, but 12000 was captured and 2000 refunded$/],
    ],
    [
      'a payment with another amount than its order',
      () => `update payment_attempt set amount_cents = 1 where ${of('waiting')}`,
      () => `update payment_attempt set amount_cents = 12000 where ${of('waiting')}`,
      [/^I7 order \d{9}: costs 12000, and a payment of it is over 1$/],
    ],
    [
      'an attempt marked as redirected without a redirect',
      () => `update payment_attempt set redirect = null, provider_id = null where ${of('waiting')}`,
      () => `update payment_attempt set redirect = '{}', provider_id = 'mended' where ${of('waiting')}`,
      [/^I7 order \d{9}: payment \w{12}: is awaiting_shopper, but has no redirect to the provider$/],
    ],
    [
      'a payment that is not scheduled to be queried',
      () => `update payment_attempt set next_poll_at = null where ${of('waiting')}`,
      () => `update payment_attempt set next_poll_at = now() + interval '1 day' where ${of('waiting')}`,
      [/^I7 order \d{9}: payment \w{12}: is awaiting_shopper, but no poll is scheduled$/],
    ],
    [
      'a payment marked for review without an open case',
      () => `update payment_attempt set review = true where ${of('waiting')}`,
      () => `update payment_attempt set review = false where ${of('waiting')}`,
      [/^I7 order \d{9}: payment \w{12}: needs a review, but has no open payment case$/],
    ],
    [
      'an order that waits for payment without an attempt, and holds its stock too long',
      () =>
        `update payment_attempt set order_id = ${order('under')} where ${of('waiting')};
       update sales_order set held_until = now() - interval '1 day' where id = ${order('waiting')}`,
      () => `update payment_attempt set order_id = ${order('waiting')} where state = 'awaiting_shopper' and ${of('under')};
       update sales_order set held_until = now() + interval '1 day' where id = ${order('waiting')}`,
      [
        /^I7 order \d{9}: waits for a payment, but has no open payment attempt$/,
        /^I8 order \d{9}: holds its goods since 20.*, though it can no longer be paid$/,
      ],
    ],
    [
      'stock that is held though every payment of it has ended',
      () => `update payment_attempt set state = 'created', next_poll_at = null where ${of('waiting')};
       update sales_order set held_until = null where id = ${order('waiting')}`,
      () =>
        `update payment_attempt set state = 'awaiting_shopper', next_poll_at = now() + interval '1 day' where ${of('waiting')};
       update sales_order set held_until = now() + interval '1 day' where id = ${order('waiting')}`,
      [/^I8 order \d{9}: holds its goods for ever, though it can no longer be paid$/],
    ],
  ])('%s', async (_title, broken, mended, expected) => {
    const doAll = async (statements: string) => {
      for (const statement of statements.split(/;\n/)) await sql.raw(statement).execute(shop.db);
    };
    // Polling continues meanwhile and could end an order before its violation is read. The row locks
    // prevent that.
    const reported = await shop.db.transaction().execute(async (trx) => {
      await sql`select from sales_order for key share`.execute(trx);
      await doAll(broken());
      const read = await violations();
      await doAll(mended());
      return read;
    });
    expect(reported).toEqual(expected.map((pattern) => expect.stringMatching(pattern)));
    expect(await violations()).toEqual([]);
  });
});

test('the audit reports a payment that the shop missed after some minutes', async () => {
  await shop.scenario({ hooks: { mode: 'none' } });
  const { id, reference } = await payer(shop, 'local-b');
  await sql`update payment_attempt set next_poll_at = null where reference = ${reference}`.execute(shop.db);
  await shop.act('local-b', id, 'pay_no_return');
  expect((await compared()).violations).toEqual([]);
  await shop.advance(11 * minute);
  expect((await compared()).violations).toEqual([
    expect.stringMatching(
      /^order \d{9}: local-b payment \w+ of 12000 ZAR is in the sandbox’s ledger and not in ours$/,
    ),
  ]);
  expect((await shop.admin('payments', 'query', reference)).code).toBe(0);
  await expect.poll(violations).toEqual([]);
});

test('the audit command compares with the sandbox if it responds, reports if it does not, and reports open payment cases', async () => {
  const run = () => {
    process.env.FYNBOS_DATA = folder;
    return runCommand(shop.url, 'audit').finally(() => delete process.env.FYNBOS_DATA);
  };
  await storeSandbox(folder, { url: shop.sandboxUrl, variables: { ...shop.env } });
  const clean = await run();
  expect(clean.out).toMatch(/^ok {4}I3 {2}\d+ movements, as the payment sandbox has them$/m);
  expect(clean.out).toMatch(
    /^ok {4}- {2}\d+ reviews for you \(.*refund_by_hand 1.*\): npm run admin -- payments cases$/m,
  );
  expect(clean.code).toBe(0);
  await storeSandbox(folder, { url: 'http://127.0.0.1:9', variables: {} });
  expect((await run()).out).toContain(
    'ok    I3  not compared with the payment sandbox: no response from http://127.0.0.1:9\n',
  );
});
