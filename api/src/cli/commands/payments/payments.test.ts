import { behindProxy, freshAddress } from '@fynbos/test-kit/accounts/customers.ts';
import { newCart } from '@fynbos/test-kit/cart/guest-cart.ts';
import { orderOf } from '@fynbos/test-kit/orders/order-body.ts';
import { begin, handOver, type Payer, payer, payingFiles } from '@fynbos/test-kit/payments/payer.ts';
import { openPayingShop, type PayingShop } from '@fynbos/test-kit/payments/payment-shop.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../../config/config.ts';
import { providersOf } from '../../../payments/provider-setup.ts';

let shop: PayingShop;
beforeAll(async () => {
  shop = await openPayingShop(payingFiles, behindProxy);
});
afterAll(() => shop.close());

const minute = 60_000;
const day = 24 * 60 * minute;
const run = (...args: string[]) => shop.admin(...args);
const pay = (commandLine: string) => run('payments', ...commandLine.split(' '));

const stockOf = async (sku: string) => (await shop.get(`/api/stock/check?sku=${sku}`)).body.result.qty;
/** Makes every refund due for its next status query. */
const makeRefundsDue = () => sql`update refund set next_poll_at = ${shop.now()}`.execute(shop.db);

/** A paid guest order, with its number. */
async function paid(provider: Payer['provider'] = 'card', act = 'pay'): Promise<Payer & { number: string }> {
  const shopper = await payer(shop, provider);
  await shop.act(provider, shopper.id, act);
  const { orderNumber } = await shopper.status();
  return { ...shopper, number: orderNumber };
}

describe('payments commands that only look', () => {
  test('payments list filters by state, provider and day, and show prints no secret', async () => {
    const { number, reference, id } = await paid();
    const { out } = await pay('list --provider card --state paid --since 2026-01-01');
    expect(out).toMatch(new RegExp(`[A-Z2-9]{12}01  ${number}  .*  card .*  paid  .*R120.00\n`));
    expect((await pay('list --state refunded')).out).toBe('0 payments\n');
    expect((await pay('list --state lost')).err).toContain('"lost" is no state: created, initiating');
    for (const name of [number, `#${Number(number)}`, reference, id]) {
      const shown = await pay(`show ${name}`);
      expect(shown.out).toContain(`${number}  placed, total R120.00, paid R120.00, refunded R0.00`);
      expect(shown.out).toMatch(/ {4}20.* {2}(return|web-hook): paid \(000.100.110\)\n/);
      expect(shown.out).toMatch(/capture R120.00 {2}provider:card → order:\d{9} {2}\w+\n/);
      expect(shown.out).not.toMatch(/sandbox-(?!vm)|token|cookie|view_hash|thandi/i);
    }
    expect((await pay('show 999999')).err).toBe('There is no order and no payment 999999.\n');
  });

  test('payments query asks the provider on demand, and orders show prints the paid amount', async () => {
    await shop.scenario({ provider: 'local-a', hooks: { mode: 'none' } });
    const shopper = await payer(shop, 'local-a');
    const { orderNumber: number } = await shopper.status();
    await shop.act('local-a', shopper.id, 'pay_no_return');
    const { out } = await pay(`query ${number}`);
    expect(out).toMatch(/it says paid \(Complete\); the payment is paid \(before: awaiting_shopper\)/);
    expect(out).toContain(`The order ${number} is placed, paid R120.00, refunded R0.00.`);
    expect((await run('orders', 'show', number)).out).toContain('  paid R120.00, refunded R0.00\n');
    expect((await pay(`query ${number}`)).out).toContain('(as before)');
    await shop.scenario({ provider: 'local-a', hooks: { mode: 'normal' } });
  });

  test('payments query reports an unreachable provider and changes nothing', async () => {
    const shopper = await payer(shop, 'instalments');
    await shop.scenario({ provider: 'instalments', faults: [{ on: 'query', kind: '502', times: 1 }] });
    const { err, code } = await pay(`query ${shopper.reference}`);
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/^Payflex cannot be reached: .* Nothing was changed.\n$/),
    ]);
  });
});

describe('payments refund', () => {
  test('refunds in full or in parts, never more than was paid, even with concurrent requests', async () => {
    const { number } = await paid('wallet');
    const results = await Promise.all(Array.from({ length: 20 }, () => pay(`refund ${number} 10`)));
    expect(results.filter(({ code }) => code === 0)).toHaveLength(12);
    expect(results.find(({ code }) => code === 1)!.err).toMatch(
      /^R10.00 is more than the R\d+.00 of the order \d{9} that is paid and not refunded yet/,
    );
    await expect
      .poll(async () => (await run('orders', 'show', number)).out)
      .toContain('paid R120.00, refunded R120.00');
    const back = (await shop.ledger()).filter(
      ({ kind, provider }) => kind === 'refund' && provider === 'wallet',
    );
    const came = (await shop.ledger()).filter(
      ({ kind, provider }) => kind === 'payment' && provider === 'wallet',
    );
    const sum = (entries: { cents: number }[]) => entries.reduce((all, { cents }) => all + cents, 0);
    expect(sum(back)).toBe(sum(came));
    expect((await pay(`refund ${number}`)).err).toContain('Nothing is left to refund');
  });

  test('refunds once although the provider’s response was lost', async () => {
    for (const provider of ['card', 'instalments', 'wallet', 'local-a'] as const) {
      const { number } = await paid(provider);
      const before = (await shop.ledger()).filter(({ kind }) => kind === 'refund').length;
      await shop.scenario({ provider, faults: [{ on: 'refund', kind: 'after', times: 1 }] });
      const { out } = await pay(`refund ${number} 50 --reason broken`);
      expect(out).toContain(`Refunding R50.00 of the order ${number}.\n`);
      expect(out).toContain('is recorded, but not sent yet');
      await expect
        .poll(
          async () => {
            await shop.advance(minute);
            return (await run('orders', 'show', number)).out;
          },
          { interval: 300 },
        )
        .toContain('paid R120.00, refunded R50.00');
      expect((await shop.ledger()).filter(({ kind }) => kind === 'refund')).toHaveLength(before + 1);
    }
  });

  test('orders cancel refunds in the same transaction; orders return names the refund command', async () => {
    const { number } = await paid('instalments');
    const { out } = await run('orders', 'cancel', number, '--reason', 'gone');
    expect(out).toMatch(
      /is canceled now \(before: placed\).\nR[\dA-F]{15} {2}R120.00 was refunded by Payflex.\n$/,
    );
    const second = await paid('instalments');
    await run('orders', 'ship', second.number);
    expect((await run('orders', 'return', second.number)).out).toContain(
      `R120.00 of it is paid. To refund all of it: npm run admin -- payments refund ${second.number}`,
    );
    expect((await run('orders', 'show', second.number)).out).toContain('refunded R0.00');
  });

  test('a refund at a provider without a refund API waits for a manual booking', async () => {
    const { number } = await paid('local-b');
    const { out } = await pay(`refund ${number}`);
    const key =
      /^(R[\dA-F]{15}) {2}R120.00 must be refunded manually, because iKhokha has no refund call/m.exec(
        out,
      )![1]!;
    expect((await pay('cases')).out).toMatch(new RegExp(`refund_by_hand, .*order ${number}  .*${key}`));
    expect((await pay(`record-refund ${key}`)).out).toBe(`${key}  R120.00 was refunded manually.\n`);
    expect((await pay('cases')).out).not.toContain(key);
    expect((await pay(`record-refund ${number}`)).err).toContain(
      `No refund of ${number} is waiting to be made manually.`,
    );
    expect((await pay(`show ${number}`)).out).toContain('refunded R120.00');
  });

  test('a refund whose response is lost for good becomes a case and is booked manually', async () => {
    await shop.scenario({
      ...{ provider: 'instalments', refundsOnce: true },
      faults: [{ on: 'refund', kind: 'after', times: 1 }],
    });
    const { number } = await paid('instalments');
    const key = /^(R[\dA-F]{15}) /m.exec((await pay(`refund ${number}`)).out)![1]!;
    expect((await pay(`record-refund ${key}`)).err).toContain(`The refund ${key} is requested`);
    // As if the provider had been polled all day.
    await sql`update refund set poll_count = 7 where key = ${key}`.execute(shop.db);
    await makeRefundsDue();
    const reviews = async () => (await pay('cases')).out;
    await expect.poll(reviews).toMatch(new RegExp(`refund_unclear, .*${key}`));
    expect((await pay(`record-refund ${number}`)).err).toContain(`Name the failed refund: ${key}.`);
    expect((await pay(`record-refund ${key}`)).out).toBe(`${key}  R120.00 was refunded manually.\n`);
    expect(await reviews()).not.toContain(key);
    expect((await pay(`show ${number}`)).out).toContain('refunded R120.00');
    await makeRefundsDue();
    await shop.advance(minute);
    const back = (await shop.ledger()).filter(({ kind, cents }) => kind === 'refund' && cents === 12_000);
    expect(back.filter(({ provider }) => provider === 'instalments').length).toBeGreaterThan(0);
    expect((await pay(`show ${number}`)).out).toContain('refunded R120.00');
    await shop.scenario({ provider: 'instalments', refundsOnce: false });
  });

  test('a refund that the bank returns days later is reversed in the ledger and becomes a case', async () => {
    await shop.scenario({ provider: 'local-a', refunds: 'return' });
    const { number } = await paid('local-a');
    expect((await pay(`refund ${number}`)).out).toContain('was accepted by Ozow; its final status follows');
    const standsAt = async (ms: number) => {
      await shop.advance(ms);
      return (await pay(`show ${number}`)).out;
    };
    await shop.advance(6000);
    await makeRefundsDue();
    await expect.poll(() => standsAt(0)).toContain('refunded R120.00');
    await shop.advance(2 * day);
    await expect.poll(() => standsAt(0)).toContain('refunded R0.00');
    const shown = await standsAt(0);
    expect(shown).toMatch(/refund_returned R120.00 {2}provider:local-a → order/);
    expect(shown).toMatch(/review \d+ {2}refund_returned, open/);
    const key = /refund (R[\dA-F]{15}) {2}returned/.exec(shown)![1]!;
    expect((await pay(`record-refund ${key}`)).out).toContain('was refunded manually');
    expect(await standsAt(0)).toContain('refunded R120.00');
    await shop.scenario({ provider: 'local-a', refunds: 'async' });
  });
});

describe('payment cases for an operator', () => {
  test('payments accept or close ends the case of an underpaid order, with a note', async () => {
    const { number } = await paid('card', 'underpay');
    const { out } = await pay('cases');
    const id = new RegExp(`^(\\d+)  underpaid, .*order ${number}`, 'm').exec(out)![1]!;
    expect((await pay(`accept ${number}`)).out).toContain(
      `The order ${number} is placed now (before: pending_payment)`,
    );
    expect((await pay('cases')).out).not.toContain(`order ${number}`);
    expect((await pay(`accept ${number}`)).err).toContain('cannot be placed: it is already placed. Nothing');
    expect((await pay(`close ${id}`)).err).toContain(`There is no open case ${id}`);

    const reviewed = await paid('card', 'review');
    const review = new RegExp(`^(\\d+)  provider_review, .*order ${reviewed.number}`, 'm').exec(
      (await pay('cases')).out,
    )!;
    expect((await run('payments', 'close', review[1]!, '--note', 'Peach says yes')).out).toContain(
      'is closed.',
    );
    expect((await pay(`show ${reviewed.number}`)).out).toContain('by operator: Peach says yes');
  });

  test('payments accept refuses an unpaid order, and one whose goods are gone', async () => {
    const shopper = await payer(shop, 'card');
    const { orderNumber } = await shopper.status();
    expect((await pay(`accept ${orderNumber}`)).err).toContain(
      'nothing was paid for it. Nothing was changed.',
    );
    await shop.scenario({ provider: 'card', hooks: { mode: 'none' } });
    const last = await payer(shop, 'card', 'LAST');
    const { orderNumber: lastOrderNumber } = await last.status();
    await expect.poll(() => stockOf('LAST')).toBe(0);
    await shop.act('card', last.id, 'cancel');
    await last.status();
    await shop.advance(50 * minute);
    await expect.poll(() => stockOf('LAST')).toBe(1);
    const otherCart = await newCart(shop, { 'x-forwarded-for': freshAddress() });
    await otherCart.update({ sku: 'LAST', qty: 1 });
    expect((await otherCart.post('/api/order', await orderOf(otherCart))).status).toBe(200);
    await shop.act('card', last.id, 'underpay');
    await pay(`query ${lastOrderNumber}`);
    expect((await pay(`accept ${lastOrderNumber}`)).err).toContain(
      'its goods or its coupon are no longer available',
    );
    await shop.scenario({ provider: 'card', hooks: { mode: 'normal' } });
  });
});

test.each([
  ['match 2026-01-01', 'reconcile 2026-01-01'],
  ['refunded 000000000', 'record-refund 000000000'],
  ['reviews', 'cases'],
])('payments %s still works and prints a notice', async (former, current) => {
  const [formerName, name] = [former, current].map((commandLine) => commandLine.split(' ')[0]!);
  const expected = await pay(current);
  const notice = `payments ${formerName} is deprecated: use payments ${name}.\n`;
  expect(await pay(former)).toEqual({ ...expected, err: `${notice}${expected.err}` });
});

describe('money without an order', () => {
  /**
   * Pays a link that was created on the provider's own pages.
   * @returns the id at the provider
   */
  async function payForeign(cents: number): Promise<string> {
    const { create } = providersOf(readConfig(shop.env)).get('local-b')!;
    const back = `${shop.origin}/`;
    const urls = { returnUrl: back, cancelUrl: back, failureUrl: back, webHookUrl: back };
    const emptyPerson = { firstname: '', lastname: '', email: '', telephone: '', city: '', postcode: '' };
    const customer = { shopper: emptyPerson, address: { ...emptyPerson, street: '', suburb: '' }, lines: [] };
    const charge = { cents, currency: 'ZAR' };
    const { id } = await create({
      ...urls,
      ...customer,
      charge,
      reference: 'BY-TELEPHONE',
      orderNumber: '?',
    });
    await shop.act('local-b', id, 'pay_no_return');
    return id;
  }

  /**
   * The response of the first attempt is lost and the shop starts a second one; the first one is paid.
   * @returns our reference
   */
  async function payLostTry(): Promise<string> {
    const cart = await newCart(shop, { 'x-forwarded-for': freshAddress() });
    await cart.update({ sku: 'TEA', qty: 1 });
    const { sent } = await begin(cart, 'card');
    await shop.scenario({ provider: 'card', faults: [{ on: 'create', kind: 'after', times: 1 }] });
    expect((await handOver(cart, 'card', sent)).status).toBe(503);
    expect((await handOver(cart, 'card', sent)).status).toBe(200);
    const attemptReference = /^ {2}([A-Z2-9]{12})02 {2}card/m.exec(
      (await pay(`show ${sent.checkoutReference}`)).out,
    )![1]!;
    await shop.act('card', { reference: `${attemptReference}01` }, 'pay_no_return');
    return sent.checkoutReference;
  }

  test('payments attach books money once, on the order it was paid for, in its amount', async () => {
    await shop.scenario({ provider: 'local-b', hooks: { mode: 'none' } });
    const first = await payer(shop, 'local-b');
    const second = await payer(shop, 'local-b');
    const { orderNumber: firstOrder } = await first.status();
    const { orderNumber: two } = await second.status();
    await shop.act('local-b', first.id, 'pay_no_return');
    expect((await pay(`attach local-b ${first.id} ${two}`)).err).toContain(
      `It was paid for the order ${firstOrder}, whose reference it carries`,
    );
    expect((await pay(`attach local-b ${first.id} ${firstOrder}`)).out).toContain(
      `The order ${firstOrder} is placed, paid R120.00`,
    );
    expect((await pay(`attach local-b ${first.id} ${two}`)).err).toContain(
      `is in the ledger already, for the order ${firstOrder}. Nothing was changed.`,
    );
    expect((await pay(`attach local-b nothing ${two}`)).err).toContain(
      'iKhokha has no payment under nothing',
    );
    await shop.scenario({ provider: 'local-b', hooks: { mode: 'normal' } });
  });

  test('reconciliation finds money of another shop, and attach needs its amount to be confirmed', async () => {
    const foreign = await payForeign(9_000);
    await shop.advance(day);
    const { out } = await pay('reconcile');
    expect(out).toMatch(/^local-b +20..-..-..: \d+ equal, .* 1 without an order, /m);
    expect(await pay('reconcile')).toEqual({ code: 0, out, err: '' });
    const reviews = (await pay('cases')).out;
    expect(reviews.match(new RegExp(`money_without_order.*${foreign}`, 'g'))).toHaveLength(1);

    const shopper = await payer(shop, 'local-b');
    const { orderNumber: number } = await shopper.status();
    expect((await pay(`attach local-b ${foreign} ${number}`)).err).toMatch(
      /^ZAR 90.00 was received, and ZAR 120.00 is left to be paid of the order .* Nothing was changed.\n$/,
    );
    expect((await pay(`attach local-b ${foreign} ${number} 80`)).err).toContain('not ZAR 80.00');
    expect((await pay(`attach local-b ${foreign} ${number} 90`)).out).toContain(
      'is pending_payment, paid R90.00',
    );
    expect((await pay('cases')).out).not.toContain('money_without_order');
    expect((await pay(`accept ${number}`)).code).toBe(0);
  });

  test('reconciliation books money that carries one of our references', async () => {
    await shop.scenario({ hooks: { mode: 'none' } });
    const twice = await payer(shop, 'local-b');
    await shop.act('local-b', twice.id, 'pay_twice');
    const lost = await payLostTry();
    await shop.advance(day);
    const { out } = await pay('reconcile');
    expect(out).toMatch(/^local-b .* 0 without an order, 0 that/m);
    expect((await pay(`show ${twice.reference}`)).out).toMatch(/paid R240.00.*\n(.*\n)*.*duplicate_payment/);
    expect((await pay(`show ${lost}`)).out).toContain('placed, total R120.00, paid R120.00');
    await shop.scenario({ hooks: { mode: 'normal' } });
  });

  test('reconciliation covers every provider for a closed day and refuses an open day', async () => {
    expect((await pay('reconcile 2099-01-01')).err).toContain('is not over: only closed days are compared');
    expect((await pay('reconcile yesterday')).err).toContain('is no day');
    // The shop's scheduled reconciliation may query the provider as well, now that a day is over.
    await shop.scenario({ provider: 'card', faults: [{ on: 'list', kind: '500', times: 100 }] });
    expect((await pay('reconcile')).out).toMatch(
      /^card +\S+: cannot be reached \(.*\); nothing was compared.$/m,
    );
  });
});
