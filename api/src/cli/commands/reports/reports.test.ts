import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { registerPerson } from '@fynbos/test-kit/accounts/customers.ts';
import { newCart } from '@fynbos/test-kit/cart/guest-cart.ts';
import { address, deliveryFile, order, orderOf } from '@fynbos/test-kit/orders/order-body.ts';
import { administerIn } from '@fynbos/test-kit/processes/cli-command.ts';
import { temporaryFolder } from '@fynbos/test-kit/processes/temporary-folder.ts';
import { openSmallShop } from '@fynbos/test-kit/shop/small-shop.ts';
import type { TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

// The shop's day begins at 22:00 UTC.
const octoberEnds = new Date('2026-10-31T21:59:00Z');
const novemberBegins = new Date('2026-10-31T22:00:00Z');
const november = new Date('2026-11-12T10:00:00Z');
const december = new Date('2026-12-03T10:00:00Z');
let now = octoberEnds;

let shop: TestShop;
let folder: string;
let remove: () => Promise<void>;
const numbers: string[] = [];
beforeAll(async () => {
  ({ folder, remove } = await temporaryFolder());
  shop = await openSmallShop(
    {
      'products.csv':
        'sku,name,price_incl_tax,tax_class,qty\nOATS,Oats 1 kg,43.50,zero,40\nTEA,Rooibos Tea,60.00,standard,40\n',
      'delivery.csv': deliveryFile,
    },
    {},
    () => now,
  );
  await place(octoberEnds);
  await place(novemberBegins);
  const canceled = await place(november);
  await run('orders', 'cancel', canceled);
  const refunded = await place(november);
  await run('orders', 'ship', refunded);
  await run('orders', 'deliver', refunded);
  await run('stock', 'adjust', 'TEA', '-3', '--note', '=1+1');
  now = december;
  await run('payments', 'refund', refunded, '60');
  await run('payments', 'record-refund', refunded);
});
afterAll(async () => {
  await shop.close();
  await remove();
});

async function run(...args: string[]): Promise<string> {
  const { out, err } = await administerIn({ db: shop.db, now: () => now }, args);
  return out + err;
}

/** Orders R87.00 of oats without VAT, R60.00 of tea and R60.00 of delivery with VAT of R15.66, at an instant. */
async function place(at: Date): Promise<string> {
  now = at;
  const cart = await newCart(shop);
  await cart.update({ sku: 'OATS', qty: 2 });
  await cart.update({ sku: 'TEA', qty: 1 });
  const { addressInformation, ...rest } = await orderOf(cart);
  const billingAddress = { ...address, company: '=HYPERLINK("http://x")', telephone: '+27 82 123 4567' };
  const { body } = await order(cart, {
    ...rest,
    addressInformation: { ...addressInformation, billingAddress, shippingAddress: billingAddress },
  });
  numbers.push(body.result.orderNumber);
  return body.result.orderNumber;
}

const period = ['--from', '2026-11-01', '--to', '2026-11-30'];

async function written(...command: string[]): Promise<string[]> {
  const file = join(folder, 'table.csv');
  const report = await run(...command.map((word) => (word === 'FILE' ? file : word)));
  expect(report).toMatch(/^\d+ rows? in \/.*table\.csv\n$/);
  const text = await readFile(file, 'utf8');
  expect(text.startsWith('\ufeff')).toBe(true);
  return text.slice(1).trimEnd().split('\n');
}

test('report sales adds up sales, delivery, credits and money of a month in the shop’s time zone', async () => {
  expect(await written('report', 'sales', ...period, '--csv', 'FILE')).toEqual([
    'section,currency,vat_rate,payment_method,orders,net,vat,total',
    'sales,ZAR,15,,,313.02,46.98,360.00',
    'sales,ZAR,0,,,261.00,0.00,261.00',
    'delivery,ZAR,15,,,156.51,23.49,180.00',
    'credits,ZAR,15,,,-104.34,-15.66,-120.00',
    'credits,ZAR,0,,,-87.00,0.00,-87.00',
    'total,ZAR,15,,,208.68,31.32,240.00',
    'total,ZAR,0,,,174.00,0.00,174.00',
    'orders,ZAR,,cashondelivery,3,,,621.00',
    'received,ZAR,,cashondelivery,,,,207.00',
  ]);
  const text = await run('report', 'sales', ...period);
  expect(text).toContain('Sales from 2026-11-01 to 2026-11-30\n');
  expect(text).toMatch(/total at 15 % +net +208.68 {2}VAT +31.32 +ZAR +240.00\n/);
  expect(text).toMatch(/3 orders cashondelivery +ZAR +621.00\n/);
});

test('report sales shows a refund in the month in which it was paid, divided among the VAT rates', async () => {
  const table = await written(
    'report',
    'sales',
    '--from',
    '2026-12-01',
    '--to',
    '2026-12-31',
    '--csv',
    'FILE',
  );
  expect(table.slice(1)).toEqual([
    'credits,ZAR,15,,,-30.24,-4.54,-34.78',
    'credits,ZAR,0,,,-25.22,0.00,-25.22',
    'total,ZAR,15,,,-30.24,-4.54,-34.78',
    'total,ZAR,0,,,-25.22,0.00,-25.22',
    'refunded,ZAR,,cashondelivery,,,,-60.00',
  ]);
  expect(await run('report', 'sales', '--from', '2026-10-31', '--to', '2026-10-31')).toContain(
    '1 order cashondelivery',
  );
});

test('export orders writes the orders of a period, and no cell that a spreadsheet would calculate', async () => {
  const [header, ...rows] = await written('export', 'orders', ...period, 'FILE');
  expect(header).toMatch(/^number,placed_at,state,email,/);
  expect(rows.map((row) => row.slice(0, 9))).toEqual(numbers.slice(1));
  expect(rows[0]).toContain(`,2026-11-01 00:00:00,placed,thandi@example.co.za,`);
  expect(rows[0]).toContain(`,Thandi Nkosi,"'=HYPERLINK(""http://x"")",Cape Town,8001,ZA,`);
  expect(rows[2]).toContain(
    ',"2 × OATS; 1 × TEA",,ZAR,147.00,0.00,60.00,191.34,15.66,207.00,"15 %: 15.66; 0 %: 0.00",cashondelivery,207.00,60.00',
  );
});

test('export stock-movements writes counts and orders; negative numbers stay numbers', async () => {
  const rows = await written('export', 'stock-movements', ...period, 'FILE');
  expect(rows).toContain(`2026-11-12 12:00:00,TEA,Rooibos Tea,,-3,34,operator,'=1+1`);
  expect(rows).toContain(`2026-11-12 12:00:00,OATS,Oats 1 kg,,-2,,order,${numbers[2]}`);
  expect(rows).toContain(`2026-11-12 12:00:00,OATS,Oats 1 kg,,2,,order ended,${numbers[2]}`);
});

test('export customers writes the customers of a period with their default address', async () => {
  now = november;
  await registerPerson(shop, { email: 'sipho@example.co.za', firstname: 'Sipho', lastname: '@Dube' });
  const rows = await written('export', 'customers', ...period, 'FILE');
  expect(rows[0]).toBe(
    'id,registered_at,email,firstname,lastname,group,company,vat_id,street,city,postcode,country,telephone',
  );
  expect(rows.slice(1)).toEqual([
    expect.stringMatching(/^\d+,2026-11-12 12:00:00,sipho@example\.co\.za,Sipho,'@Dube,1,,,/),
  ]);
});

test('report and export refuse a period or a file that cannot be with one sentence', async () => {
  expect(await run('report', 'sales', '--from', '2026-11-01')).toMatch(
    /^--from and --to are needed: npm run/,
  );
  expect(await run('report', 'sales', '--from', '2026-13-01', '--to', '2026-11-01')).toBe(
    '"2026-13-01" is no day: write 2026-11-20.\n',
  );
  expect(await run('report', 'sales', '--from', '2026-11-02', '--to', '2026-11-01')).toContain('is after');
  expect(await run('export', 'orders', ...period, join(folder, 'missing', 'orders.csv'))).toMatch(
    /^Cannot write \/.*orders\.csv: ENOENT: [^\n]*\n$/,
  );
});
