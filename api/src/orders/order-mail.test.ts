import { locales } from '@fynbos/core/shop.ts';
import { type FreshDatabase, freshDatabase } from '@fynbos/test-kit/database/test-database.ts';
import { openTestMail, type TestMail } from '@fynbos/test-kit/network/mail-server.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { queueMail } from '../platform/mail/mail-service.ts';
import { smtpTransport } from '../platform/mail/mail-transport.ts';
import { type MailWorker, startMailWorker } from '../platform/mail/mail-worker.ts';
import { mailedAddress, mailedPages } from '../platform/mail/templates/mail-links.ts';
import type { Ordered } from '../platform/mail/templates/order-sections.ts';

/** Mails about an order (ORD-2). */

let database: FreshDatabase;
let mail: TestMail;
let mailWorker: MailWorker;
const from = { name: 'Fynbos', address: 'shop@fynbos.example' };
const log = { warn() {}, error() {} } as never;
const link = mailedAddress('https://shop.example', mailedPages.guestOrder, 'id.secret');

beforeAll(async () => {
  [database, mail] = await Promise.all([freshDatabase(), openTestMail()]);
  const transport = smtpTransport(mail.smtpUrl, from);
  mailWorker = startMailWorker({ url: database.url, transport, log, everyMs: 50 });
  await mailWorker.ready;
});
afterAll(async () => {
  await mailWorker.stop();
  await Promise.all([database.drop(), mail.close()]);
});

const shippingAddress = { region: 'WC', region_code: '', postcode: '8001', country_id: 'ZA' };
const order = {
  number: '100001',
  placedAt: new Date('2026-03-01T22:30:00Z'),
  currency: 'ZAR',
  lines: [
    { qty: 2, name: 'Rooibos & honey <rusks>', options: [{ label: 'Size', value: '1 kg' }], rowCents: 25998 },
    {
      qty: 1,
      name: 'Brown bread',
      options: [{ label: 'Message', value: 'Cheap pills at evil.example', typed: true }],
      rowCents: 1899,
    },
  ],
  subtotalCents: 27897,
  discountCents: 1000,
  shippingCents: 6000,
  voucherCents: 0,
  voucherBalanceCents: null,
  grandTotalCents: 32897,
  taxes: [
    { rate: 15, netCents: 26955, taxCents: 4043 },
    { rate: 0, netCents: 1899, taxCents: 0 },
  ],
  shippingTitle: 'Courier to your door, 2 to 5 working days',
  paymentMethod: 'cashondelivery',
  paymentTitle: 'Pay on delivery',
  shippingAddress,
};

const collection = {
  name: 'Fynbos Gardens',
  lines: ['Fynbos Gardens', '12 Kloof Street', 'Cape Town, 8001'],
  hours: 'Mo-Fr 08:30-17:30; Sa 08:30-14:00',
};

async function confirmation(
  to: string,
  values: Partial<Omit<Ordered, 'number'>> = {},
  locale = 'en-US',
  firstName?: string,
) {
  const message = { template: 'orderConfirmation', to, locale, ...(firstName && { firstName }) } as const;
  await queueMail(database.db, {
    ...message,
    values: { number: order.number, link },
    order: { ...order, ...values },
  });
  return mail.next(to);
}

describe('the order confirmation (ORD-2)', () => {
  test('contains number, date, lines, costs with VAT by rate, delivery and payment', async () => {
    const { subject, text, html } = await confirmation('thandi@example.com');
    expect(subject).toBe('Your order 100001');
    expect(text).toContain('We have your order and will start packing soon.');
    expect(text.split('\n')).toEqual(
      expect.arrayContaining([
        'Order number: 100001',
        'Ordered on: March 2, 2026',
        'Delivery: Courier to your door, 2 to 5 working days',
        'Expected: Wednesday, March 4 – Monday, March 9',
        'To: Western Cape, 8001',
        'Payment: Pay on delivery',
        '2 × Rooibos & honey <rusks>: R259.98',
        '    Size: 1 kg',
        '1 × Brown bread: R18.99',
        'Products: R278.97',
        'You save: -R10.00',
        'Delivery: R60.00',
        'Total, VAT included: R328.97',
        'VAT 15% included, on R269.55: R40.43',
        'https://shop.example/order-tracking?link=id.secret',
      ]),
    );
    expect(html).toContain('href="https://shop.example/order-tracking?link=id.secret"');
    expect(html).toContain('Rooibos &amp; honey &lt;rusks&gt;');
    expect(html).toContain('>R259.98</td>');
  });

  test('says what is paid and how, or what to pay on delivery', async () => {
    const paid = { payment: 'paid', paymentMethod: 'card', paymentTitle: 'Card' } as const;
    const { text } = await confirmation('paid@example.com', paid);
    expect(text).toContain('Paid (Card): R328.97');
    const due = await confirmation('due@example.com', { payment: 'on_delivery' });
    expect(due.text).toContain('To pay on delivery: R328.97');
    const voucher = { voucherCents: 10000, voucherBalanceCents: 0, grandTotalCents: 22897 };
    const both = await confirmation('both@example.com', { ...paid, ...voucher });
    expect(both.text).toMatch(/Paid by voucher: -R100\.00\nPaid \(Card\): R228\.97\n/);
    expect(both.text).not.toContain('Left to pay');
    const whole = { voucherCents: 32897, voucherBalanceCents: 0, grandTotalCents: 0 };
    const byVoucher = await confirmation('voucher@example.com', { payment: 'paid', ...whole });
    expect(byVoucher.text).toContain('Left to pay: R0.00');
    expect(byVoucher.text).not.toMatch(/Paid \(|on delivery:/);
  });

  test('says nothing about the VAT of an order without any', async () => {
    const { text } = await confirmation('zero@example.com', {
      taxes: [{ rate: 0, netCents: 32897, taxCents: 0 }],
    });
    expect(text).toContain('Total: R328.97');
    expect(text).not.toContain('VAT');
  });

  test('repeats no text typed by a stranger (T21)', async () => {
    const bait = 'Win at evil.example';
    const shipped = { region: bait, region_code: '', postcode: bait, country_id: 'ZA', city: bait };
    const mailed = [
      await confirmation('one@example.com', { shippingAddress: shipped }),
      await confirmation('two@example.com', { shippingAddress: { ...shipped, country_id: 'DE' } }),
    ];
    for (const { text, html } of mailed) {
      expect(text + html).not.toMatch(/evil\.example/);
      expect(text).toContain('    Message: as you wrote it');
      expect(text).not.toContain('To:');
    }
  });

  test('greets by first name, and has the whole address and pictures (T21)', async () => {
    const address = {
      ...{
        firstname: 'Thandi',
        lastname: "O'Brien",
        apartment: 'Unit 4',
        street: '12 Kloof St.',
        suburb: 'Gardens',
      },
      ...{
        city: 'Cape Town',
        region: 'Western Cape',
        region_code: 'ZA-WC',
        postcode: '8001',
        country_id: 'ZA',
      },
    };
    const picture = 'https://shop.example/img/150/150/resize/drawn/RUSKS.svg';
    const values = { shippingAddress: address, lines: [{ ...order.lines[0]!, picture }] };
    const { text, html } = await confirmation('whole@example.com', values, 'en-US', 'Thandi');
    expect(text).toMatch(/^Hello Thandi,\n/);
    expect(text).toContain(
      "To: Thandi O'Brien, Unit 4, 12 Kloof St., Gardens, Cape Town, Western Cape, 8001",
    );
    expect(html).toContain(`<img src="${picture}" width="56" height="56" alt=""`);
    expect(html.match(/<img /g)).toHaveLength(1);
    expect(html.match(/<a /g)).toHaveLength(1);
  });

  test('has the store of an order that is collected', async () => {
    const { text } = await confirmation('collects@example.com', { collection });
    expect(text).toContain('Collect at: Fynbos Gardens, 12 Kloof Street, Cape Town, 8001');
    expect(text).toContain('Opening hours: Mon – Fri: 8:30 AM – 5:30 PM, Sat: 8:30 AM – 2:00 PM');
    expect(text).toContain('We’ll e-mail you when it’s ready to collect.');
    expect(text).not.toMatch(/To:|on its way/);
  });

  test('of many lines stays small, and its amounts still add up', async () => {
    const lines = Array.from({ length: 300 }, () => ({
      ...order.lines[0]!,
      picture: `https://shop.example/${'p'.repeat(80)}`,
    }));
    const { text, html } = await confirmation('many@example.com', { lines });
    expect(Buffer.byteLength(html)).toBeLessThan(60_000);
    expect(text.match(/2 × Rooibos/g)).toHaveLength(40);
    expect(text).toContain('260 more products: R67,594.80');
  });

  test('omits delivery for virtual orders, and shows free delivery', async () => {
    const virtual = await confirmation('virtual@example.com', {
      shippingTitle: '',
      shippingAddress: null as never,
    });
    expect(virtual.text).not.toMatch(/Delivery/);
    expect(virtual.text).toContain('Your order is complete.');
    expect(virtual.text).not.toMatch(/packing|on its way|downloads/);
    const [line] = order.lines;
    const download = await confirmation('download@example.com', {
      shippingTitle: '',
      lines: [{ ...line!, downloads: [{ name: 'Recipes', link: 'https://shop.example/recipes' }] }],
    });
    expect(download.text).toContain('Your order is complete, and your downloads are ready below.');
    const free = await confirmation('free@example.com', { shippingCents: 0, discountCents: 0 });
    expect(free.text).toContain('Delivery: free');
    expect(free.text).not.toContain('You save');
  });
});

test('the shipping mail contains the tracking text of the shop, if any', async () => {
  const shipped = (to: string, tracking: string) =>
    queueMail(database.db, {
      template: 'orderShipped',
      to,
      locale: 'en-US',
      values: { number: '100001', tracking, store: '', link },
    });
  await shipped('told@example.com', 'The Courier Guy <TCG123>');
  const tracked = await mail.next('told@example.com');
  expect(tracked.subject).toBe('Your order 100001 is on its way');
  expect(tracked.text).toContain('Tracking: The Courier Guy <TCG123>');
  expect(tracked.html).toContain('>The Courier Guy &lt;TCG123&gt;</td>');
  await shipped('untold@example.com', '');
  expect((await mail.next('untold@example.com')).text).not.toContain('Tracking');
});

test('the mail of a collection that is ready names the store, its address and its opening hours', async () => {
  await queueMail(database.db, {
    ...{ template: 'orderShipped', to: 'ready@example.com', locale: 'en-US', collection },
    values: { number: '100001', tracking: '', store: collection.name, link },
  });
  const { subject, text } = await mail.next('ready@example.com');
  expect(subject).toBe('Your order 100001 is ready to collect at Fynbos Gardens');
  expect(text).toContain('Your order is ready to collect at Fynbos Gardens. Please bring your order number.');
  expect(text).toContain('Collect at: Fynbos Gardens, 12 Kloof Street, Cape Town, 8001');
  expect(text).toContain('Opening hours: Mon – Fri: 8:30 AM – 5:30 PM');
  expect(text).not.toContain('on its way');
});

test.each(locales)('%s: every order mail is complete and in its language', async (locale) => {
  const to = `${locale}@example.com`;
  const message = { to, locale };
  const known = [await confirmation(to, {}, locale)];
  const values = { number: '100001', link };
  await queueMail(database.db, { ...message, template: 'orderCanceled', values });
  known.push(await mail.next(to, known));
  await queueMail(database.db, {
    ...message,
    template: 'orderShipped',
    values: { ...values, tracking: 'TCG1', store: '' },
  });
  known.push(await mail.next(to, known));
  await queueMail(database.db, {
    ...{ ...message, template: 'orderShipped', collection },
    values: { ...values, tracking: '', store: collection.name },
  });
  const ready = await mail.next(to, known);
  expect(ready.subject).toContain(collection.name);
  known.push(ready, await confirmation(to, { collection }, locale));
  for (const { subject, text, html } of known) {
    expect(subject).toContain('100001');
    expect(`${subject}${text}`).not.toMatch(/[{}]|undefined/);
    expect(html).toContain(`<html lang="${locale}">`);
    expect(text).toContain(link);
    expect(
      /\b(your order|delivery|payment)\b/i.test(
        subject + text.replace(/Courier to your door, 2 to 5 working days|Pay on delivery/g, ''),
      ),
    ).toBe(locale.startsWith('en'));
  }
});
