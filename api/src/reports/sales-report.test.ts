import { newCart } from '@fynbos/test-kit/cart/guest-cart.ts';
import { deliveryFile, order, orderOf } from '@fynbos/test-kit/orders/order-body.ts';
import { administerIn } from '@fynbos/test-kit/processes/cli-command.ts';
import { openSmallShop } from '@fynbos/test-kit/shop/small-shop.ts';
import type { TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { salesReport } from './sales-report-service.ts';

/** Orders are placed three days ago; what comes back to a voucher is recorded today. */
const day = 24 * 60 * 60_000;
const today = new Date();
const earlier = new Date(today.getTime() - 3 * day);
let now = earlier;

let shop: TestShop;
beforeAll(async () => {
  shop = await openSmallShop(
    {
      'products.csv':
        'sku,name,price_incl_tax,tax_class,qty\nOATS,Oats 1 kg,43.50,zero,40\nTEA,Rooibos Tea,60.00,standard,40\n',
      'coupons.csv': 'code,label,kind,amount,is_voucher\nR150,R150,fixed,150,yes\nR900,R900,fixed,900,yes\n',
      'delivery.csv': deliveryFile,
    },
    {},
    () => now,
  );
});
afterAll(() => shop.close());

async function run(...args: string[]): Promise<void> {
  const { code, err } = await administerIn({ db: shop.db, now: () => now }, args);
  expect([code, err]).toEqual([0, '']);
}

/** Places an order of R207, in part or wholly paid by this voucher. */
async function orderPaidBy(voucher: string, payment_method_code: string): Promise<string> {
  const cart = await newCart(shop);
  await cart.update({ sku: 'OATS', qty: 2 });
  await cart.update({ sku: 'TEA', qty: 1 });
  await cart.post(`/api/cart/add-voucher?voucherCode=${voucher}`);
  const { addressInformation, ...sent } = await orderOf(cart);
  const { body } = await order(cart, {
    ...sent,
    addressInformation: { ...addressInformation, payment_method_code },
  });
  return body.result.orderNumber;
}

const linesOf = async (from: Date, to: Date) =>
  (await salesReport(shop.db, { from, to })).map(({ section, rate, method, total }) =>
    [section, rate ?? method, total].join(' '),
  );
const thatDay = () => linesOf(earlier, new Date(earlier.getTime() + day));
const nowadays = () => linesOf(new Date(today.getTime() - day), new Date(today.getTime() + day));

test('a partial refund of an order that a voucher paid in part is a credit to money and voucher, divided by rate', async () => {
  now = earlier;
  const number = await orderPaidBy('R150', 'cashondelivery');
  for (const step of ['ship', 'deliver']) await run('orders', step, number);
  now = today;
  const placed = [
    ...['sales 15 12000', 'sales 0 8700', 'delivery 15 6000', 'total 15 12000', 'total 0 8700'],
    ...['orders cashondelivery 20700', 'received cashondelivery 5700', 'received voucher 15000'],
  ];
  expect(await thatDay()).toEqual(placed);
  await run('payments', 'refund', number, '100');
  await run('payments', 'record-refund', number);
  expect(await thatDay()).toEqual(placed);
  expect(await nowadays()).toEqual([
    ...['credits 15 -5797', 'credits 0 -4203', 'total 15 -5797', 'total 0 -4203'],
    ...['refunded cashondelivery -5700', 'refunded voucher -4300'],
  ]);
  await run('payments', 'refund', number);
  expect(await nowadays()).toEqual([
    ...['credits 15 -12000', 'credits 0 -8700', 'total 15 -12000', 'total 0 -8700'],
    ...['refunded cashondelivery -5700', 'refunded voucher -15000'],
  ]);
});

test('a canceled order that a voucher paid leaves no sale, and gives the voucher all that it received', async () => {
  now = today;
  const before = await nowadays();
  await run('orders', 'cancel', await orderPaidBy('R900', 'free'));
  const added = (await nowadays()).filter((line) => !before.includes(line));
  expect(added).toEqual([
    ...['sales 15 12000', 'sales 0 8700', 'delivery 15 6000', 'credits 15 -24000', 'credits 0 -17400'],
    ...['orders free 20700', 'received voucher 20700', 'refunded voucher -35700'],
  ]);
});
