import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { behindProxy, freshAddress } from '../accounts/testing/people.ts';
import { newCart } from '../cart/testing/guest.ts';
import { readConfig } from '../config.ts';
import { orderOf } from '../orders/testing/order.ts';
import { providersOf } from '../payments/open-providers.ts';
import { begin, handOver, type Payer, payer, payingFiles } from '../payments/testing/paying.ts';
import { openPayingShop, type PayingShop } from '../testing/paying-shop.ts';

let shop: PayingShop;
beforeAll(async () => {
  shop = await openPayingShop(payingFiles, behindProxy);
});
afterAll(() => shop.close());

const minute = 60_000;
const day = 24 * 60 * minute;
const run = (...words: string[]) => shop.admin(...words);
const pay = (words: string) => run('payments', ...words.split(' '));

const stockOf = async (sku: string) => (await shop.get(`/api/stock/check?sku=${sku}`)).body.result.qty;
/** As if refunds were due to be asked for at this moment. */
const askSoon = () => sql`update refund set next_poll_at = ${shop.now()}`.execute(shop.db);

/** A guest's order that was paid, by its number. */
async function paid(provider: Payer['provider'] = 'card', act = 'pay'): Promise<Payer & { number: string }> {
  const shopper = await payer(shop, provider);
  await shop.act(provider, shopper.id, act);
  const { orderNumber } = await shopper.status();
  return { ...shopper, number: orderNumber };
}

describe('payments are looked at', () => {
  test('listed by state, provider and day, and shown whole, without a secret', async () => {
    const { number, reference, id } = await paid();
    const { out } = await pay('list --provider card --state paid --since 2026-01-01');
    expect(out).toMatch(new RegExp(`[A-Z2-9]{12}01  ${number}  .*  card .*  paid  .*R120.00\n`));
    expect((await pay('list --state refunded')).out).toBe('0 payments\n');
    expect((await pay('list --state lost')).err).toContain('"lost" is no state: created, initiating');
    for (const name of [number, `#${Number(number)}`, reference, id]) {
      const shown = await pay(`show ${name}`);
      expect(shown.out).toContain(`${number}  placed, total R120.00, paid R120.00, given back R0.00`);
      expect(shown.out).toMatch(/ {4}20.* {2}(return|web-hook): paid \(000.100.110\)\n/);
      expect(shown.out).toMatch(/capture R120.00 {2}provider:card → order:\d{9} {2}\w+\n/);
      expect(shown.out).not.toMatch(/sandbox-(?!vm)|token|cookie|view_hash|thandi/i);
    }
    expect((await pay('show 999999')).err).toBe('There is no order and no payment 999999.\n');
  });

  test('an order shows what was paid, and a provider is asked on demand', async () => {
    await shop.scenario({ provider: 'local-a', hooks: { mode: 'none' } });
    const shopper = await payer(shop, 'local-a');
    const { orderNumber: number } = await shopper.status();
    await shop.act('local-a', shopper.id, 'pay_no_return');
    const { out } = await pay(`query ${number}`);
    expect(out).toMatch(/it says paid \(Complete\); the payment is paid \(before: awaiting_shopper\)/);
    expect(out).toContain(`The order ${number} is placed, paid R120.00, given back R0.00.`);
    expect((await run('orders', 'show', number)).out).toContain('  paid R120.00, given back R0.00\n');
    expect((await pay(`query ${number}`)).out).toContain('(as before)');
    await shop.scenario({ provider: 'local-a', hooks: { mode: 'normal' } });
  });

  test('a provider that does not answer is said, and nothing is changed', async () => {
    const shopper = await payer(shop, 'instalments');
    await shop.scenario({ provider: 'instalments', faults: [{ on: 'query', kind: '502', times: 1 }] });
    const { err, code } = await pay(`query ${shopper.reference}`);
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/^Payflex cannot be reached: .* Nothing was changed.\n$/),
    ]);
  });
});

describe('money goes back', () => {
  test('whole or in parts, and never more than came in, however many ask at once', async () => {
    const { number } = await paid('wallet');
    const asked = await Promise.all(Array.from({ length: 20 }, () => pay(`refund ${number} 10`)));
    expect(asked.filter(({ code }) => code === 0)).toHaveLength(12);
    expect(asked.find(({ code }) => code === 1)!.err).toMatch(
      /^R10.00 is more than the R\d+.00 that was paid for the order \d{9} and is not given back/,
    );
    await expect
      .poll(async () => (await run('orders', 'show', number)).out, { timeout: 20_000 })
      .toContain('paid R120.00, given back R120.00');
    const back = (await shop.ledger()).filter(
      ({ kind, provider }) => kind === 'refund' && provider === 'wallet',
    );
    const came = (await shop.ledger()).filter(
      ({ kind, provider }) => kind === 'payment' && provider === 'wallet',
    );
    const sum = (lines: { cents: number }[]) => lines.reduce((all, { cents }) => all + cents, 0);
    expect(sum(back)).toBe(sum(came));
    expect((await pay(`refund ${number}`)).err).toContain('Nothing is left to give back');
  });

  test('once, though the provider gave it and its answer was lost', async () => {
    for (const provider of ['card', 'instalments', 'wallet', 'local-a'] as const) {
      const { number } = await paid(provider);
      const before = (await shop.ledger()).filter(({ kind }) => kind === 'refund').length;
      await shop.scenario({ provider, faults: [{ on: 'refund', kind: 'after', times: 1 }] });
      const { out } = await pay(`refund ${number} 50 --reason broken`);
      expect(out).toContain(`R50.00 of the order ${number} goes back.\n`);
      expect(out).toContain('is written down, and not sent yet');
      await expect
        .poll(
          async () => {
            await shop.advance(minute);
            return (await run('orders', 'show', number)).out;
          },
          { timeout: 20_000, interval: 300 },
        )
        .toContain('paid R120.00, given back R50.00');
      expect((await shop.ledger()).filter(({ kind }) => kind === 'refund')).toHaveLength(before + 1);
    }
  });

  test('a cancelled order gives all of it back in the same breath; a returned one says how', async () => {
    const { number } = await paid('instalments');
    const { out } = await run('orders', 'cancel', number, '--reason', 'gone');
    expect(out).toMatch(
      /is canceled now \(before: placed\).\nR[\dA-F]{15} {2}R120.00 was given back by Payflex.\n$/,
    );
    const second = await paid('instalments');
    await run('orders', 'ship', second.number);
    expect((await run('orders', 'return', second.number)).out).toContain(
      `R120.00 of it is paid: npm run admin -- payments refund ${second.number} gives all of it back`,
    );
    expect((await run('orders', 'show', second.number)).out).toContain('given back R0.00');
  });

  test('by hand where the provider has no way, and it is booked when somebody says so', async () => {
    const { number } = await paid('local-b');
    const { out } = await pay(`refund ${number}`);
    const key = /^(R[\dA-F]{15}) {2}R120.00 waits for you, as iKhokha gives nothing back by itself/m.exec(
      out,
    )![1]!;
    expect((await pay('reviews')).out).toMatch(new RegExp(`refund_by_hand, .*order ${number}  .*${key}`));
    expect((await pay(`refunded ${key}`)).out).toBe(`${key}  R120.00 was given back by hand.\n`);
    expect((await pay('reviews')).out).not.toContain(key);
    expect((await pay(`refunded ${number}`)).err).toContain(
      `No refund of ${number} waits to be done by hand.`,
    );
    expect((await pay(`show ${number}`)).out).toContain('given back R120.00');
  });

  test('one whose answer is lost for good is looked up by a person, and ended by hand', async () => {
    await shop.scenario({
      ...{ provider: 'instalments', refundsOnce: true },
      faults: [{ on: 'refund', kind: 'after', times: 1 }],
    });
    const { number } = await paid('instalments');
    const key = /^(R[\dA-F]{15}) /m.exec((await pay(`refund ${number}`)).out)![1]!;
    expect((await pay(`refunded ${key}`)).err).toContain(`The refund ${key} is requested`);
    // As if it had been asked for all day.
    await sql`update refund set poll_count = 7 where key = ${key}`.execute(shop.db);
    await askSoon();
    const reviews = async () => (await pay('reviews')).out;
    await expect.poll(reviews, { timeout: 20_000 }).toMatch(new RegExp(`refund_unclear, .*${key}`));
    expect((await pay(`refunded ${number}`)).err).toContain(`Say which one came to nothing: ${key}.`);
    expect((await pay(`refunded ${key}`)).out).toBe(`${key}  R120.00 was given back by hand.\n`);
    expect(await reviews()).not.toContain(key);
    expect((await pay(`show ${number}`)).out).toContain('given back R120.00');
    await askSoon();
    await shop.advance(minute);
    const back = (await shop.ledger()).filter(({ kind, cents }) => kind === 'refund' && cents === 12_000);
    expect(back.filter(({ provider }) => provider === 'instalments').length).toBeGreaterThan(0);
    expect((await pay(`show ${number}`)).out).toContain('given back R120.00');
    await shop.scenario({ provider: 'instalments', refundsOnce: false });
  });

  test('a refund that a bank sends back days later is in the books again, and before a person', async () => {
    await shop.scenario({ provider: 'local-a', refunds: 'return' });
    const { number } = await paid('local-a');
    expect((await pay(`refund ${number}`)).out).toContain('was accepted by Ozow; its last word follows');
    const standsAt = async (ms: number) => {
      await shop.advance(ms);
      return (await pay(`show ${number}`)).out;
    };
    await shop.advance(6000);
    await askSoon();
    await expect.poll(() => standsAt(0), { timeout: 20_000 }).toContain('given back R120.00');
    await shop.advance(2 * day);
    await expect.poll(() => standsAt(0), { timeout: 20_000 }).toContain('given back R0.00');
    const shown = await standsAt(0);
    expect(shown).toMatch(/refund_returned R120.00 {2}provider:local-a → order/);
    expect(shown).toMatch(/review \d+ {2}refund_returned, open/);
    const key = /refund (R[\dA-F]{15}) {2}returned/.exec(shown)![1]!;
    expect((await pay(`refunded ${key}`)).out).toContain('was given back by hand');
    expect(await standsAt(0)).toContain('given back R120.00');
    await shop.scenario({ provider: 'local-a', refunds: 'async' });
  });
});

describe('what the rules leave to a person', () => {
  test('an underpaid order is let pass, or closed; a note says why', async () => {
    const { number } = await paid('card', 'underpay');
    const { out } = await pay('reviews');
    const id = new RegExp(`^(\\d+)  underpaid, .*order ${number}`, 'm').exec(out)![1]!;
    expect((await pay(`accept ${number}`)).out).toContain(
      `The order ${number} is placed now (before: pending_payment)`,
    );
    expect((await pay('reviews')).out).not.toContain(`order ${number}`);
    expect((await pay(`accept ${number}`)).err).toContain('cannot be placed: it is placed already. Nothing');
    expect((await pay(`close ${id}`)).err).toContain(`No ${id} waits`);

    const other = await paid('card', 'review');
    const review = new RegExp(`^(\\d+)  provider_review, .*order ${other.number}`, 'm').exec(
      (await pay('reviews')).out,
    )!;
    expect((await run('payments', 'close', review[1]!, '--note', 'Peach says yes')).out).toContain(
      'is closed.',
    );
    expect((await pay(`show ${other.number}`)).out).toContain('by operator: Peach says yes');
  });

  test('nothing is accepted that nobody paid, or whose goods are gone', async () => {
    const shopper = await payer(shop, 'card');
    const { orderNumber } = await shopper.status();
    expect((await pay(`accept ${orderNumber}`)).err).toContain(
      'nothing was paid for it. Nothing was changed.',
    );
    await shop.scenario({ provider: 'card', hooks: { mode: 'none' } });
    const last = await payer(shop, 'card', 'LAST');
    const { orderNumber: gone } = await last.status();
    await expect.poll(() => stockOf('LAST')).toBe(0);
    await shop.act('card', last.id, 'cancel');
    await last.status();
    await shop.advance(50 * minute);
    await expect.poll(() => stockOf('LAST'), { timeout: 10_000 }).toBe(1);
    const other = await newCart(shop, { 'x-forwarded-for': freshAddress() });
    await other.update({ sku: 'LAST', qty: 1 });
    expect((await other.post('/api/order', await orderOf(other))).status).toBe(200);
    await shop.act('card', last.id, 'underpay');
    await pay(`query ${gone}`);
    expect((await pay(`accept ${gone}`)).err).toContain('its goods or its codes are gone');
    await shop.scenario({ provider: 'card', hooks: { mode: 'normal' } });
  });
});

describe('money without an order', () => {
  /** Somebody pays a link that was made on the provider's own pages. @returns its name there */
  async function payForeign(cents: number): Promise<string> {
    const { create } = providersOf(readConfig(shop.env)).get('local-b')!;
    const back = `${shop.origin}/`;
    const urls = { returnUrl: back, cancelUrl: back, failureUrl: back, webHookUrl: back };
    const nobody = { firstname: '', lastname: '', email: '', telephone: '', city: '', postcode: '' };
    const who = { shopper: nobody, address: { ...nobody, street: '', suburb: '' }, lines: [] };
    const charge = { cents, currency: 'ZAR' };
    const { id } = await create({ ...urls, ...who, charge, reference: 'BY-TELEPHONE', orderNumber: '?' });
    await shop.act('local-b', id, 'pay_no_return');
    return id;
  }

  /** The provider's answer was lost, so the shop began anew; what was made first is paid. @returns our reference */
  async function payLostTry(): Promise<string> {
    const cart = await newCart(shop, { 'x-forwarded-for': freshAddress() });
    await cart.update({ sku: 'TEA', qty: 1 });
    const { sent } = await begin(cart, 'card');
    await shop.scenario({ provider: 'card', faults: [{ on: 'create', kind: 'after', times: 1 }] });
    expect((await handOver(cart, 'card', sent)).status).toBe(503);
    expect((await handOver(cart, 'card', sent)).status).toBe(200);
    const ours = /^ {2}([A-Z2-9]{12})02 {2}card/m.exec(
      (await pay(`show ${sent.checkoutReference}`)).out,
    )![1]!;
    await shop.act('card', { reference: `${ours}01` }, 'pay_no_return');
    return sent.checkoutReference;
  }

  test('is booked on the order it was meant for, once, and in its amount', async () => {
    await shop.scenario({ provider: 'local-b', hooks: { mode: 'none' } });
    const first = await payer(shop, 'local-b');
    const second = await payer(shop, 'local-b');
    const { orderNumber: one } = await first.status();
    const { orderNumber: two } = await second.status();
    await shop.act('local-b', first.id, 'pay_no_return');
    expect((await pay(`attach local-b ${first.id} ${two}`)).err).toContain(
      `It was paid for the order ${one}, whose reference it carries`,
    );
    expect((await pay(`attach local-b ${first.id} ${one}`)).out).toContain(
      `The order ${one} is placed, paid R120.00`,
    );
    expect((await pay(`attach local-b ${first.id} ${two}`)).err).toContain(
      `is in the books already, for the order ${one}. Nothing was changed.`,
    );
    expect((await pay(`attach local-b nothing ${two}`)).err).toContain(
      'iKhokha has no payment under nothing',
    );
    await shop.scenario({ provider: 'local-b', hooks: { mode: 'normal' } });
  });

  test('of another shop is found by the match, and counts only once somebody says its amount', async () => {
    const foreign = await payForeign(9_000);
    await shop.advance(day);
    const { out } = await pay('match');
    expect(out).toMatch(/^local-b +20..-..-..: \d+ equal, .* 1 without an order, /m);
    expect(await pay('match')).toEqual({ code: 0, out, err: '' });
    const reviews = (await pay('reviews')).out;
    expect(reviews.match(new RegExp(`money_without_order.*${foreign}`, 'g'))).toHaveLength(1);

    const shopper = await payer(shop, 'local-b');
    const { orderNumber: number } = await shopper.status();
    expect((await pay(`attach local-b ${foreign} ${number}`)).err).toMatch(
      /^ZAR 90.00 came in, and ZAR 120.00 is left to be paid of the order .* Nothing was changed.\n$/,
    );
    expect((await pay(`attach local-b ${foreign} ${number} 80`)).err).toContain('not ZAR 80.00');
    expect((await pay(`attach local-b ${foreign} ${number} 90`)).out).toContain(
      'is pending_payment, paid R90.00',
    );
    expect((await pay('reviews')).out).not.toContain('money_without_order');
    expect((await pay(`accept ${number}`)).code).toBe(0);
  });

  test('is booked by the match itself where it carries letters of ours', async () => {
    await shop.scenario({ hooks: { mode: 'none' } });
    const twice = await payer(shop, 'local-b');
    await shop.act('local-b', twice.id, 'pay_twice');
    const lost = await payLostTry();
    await shop.advance(day);
    const { out } = await pay('match');
    expect(out).toMatch(/^local-b .* 0 without an order, 0 that/m);
    expect((await pay(`show ${twice.reference}`)).out).toMatch(/paid R240.00.*\n(.*\n)*.*duplicate_payment/);
    expect((await pay(`show ${lost}`)).out).toContain('placed, total R120.00, paid R120.00');
    await shop.scenario({ hooks: { mode: 'normal' } });
  });

  test('a day is matched with every provider, and an open one is not', async () => {
    expect((await pay('match 2099-01-01')).err).toContain('is not over: only closed days are compared');
    expect((await pay('match yesterday')).err).toContain('is no day');
    // The clock of the shop may ask as well, now that a day is over.
    await shop.scenario({ provider: 'card', faults: [{ on: 'list', kind: '500', times: 100 }] });
    expect((await pay('match')).out).toMatch(/^card +\S+: cannot be reached \(.*\); nothing was compared.$/m);
  });
});
