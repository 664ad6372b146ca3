import { scaleCents } from '@fynbos/core/money.ts';
import { isProviderCode, providerCodes } from '@fynbos/core/payments/providers.ts';
import { behindProxy } from '@fynbos/test-kit/accounts/customers.ts';
import { invariantViolations } from '@fynbos/test-kit/orders/order-audit.ts';
import { orderOf } from '@fynbos/test-kit/orders/order-body.ts';
import { filled, filling, methodOf, richFiles } from '@fynbos/test-kit/orders/random-carts.ts';
import { handOver } from '@fynbos/test-kit/payments/payer.ts';
import { openPayingShop, type PayingShop } from '@fynbos/test-kit/payments/payment-shop.ts';
import { repetitions } from '@fynbos/test-kit/stress-mode.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** A provider charges the total of the order, regardless of the amount in a client's request (spec D6). */

let shop: PayingShop;
beforeAll(async () => {
  shop = await openPayingShop(richFiles, behindProxy);
});
afterAll(() => shop.close());

const cents = (decimal: number) => Math.round(decimal * 100);
/** The amount PayPal charges, at the rate its operator set. */
const charged = (code: string, total: number) =>
  code === 'wallet' ? scaleCents(cents(total), 10_000, Number(shop.env.PAYPAL_RATE) * 10_000) : cents(total);
const created = async () => (await shop.requests()).filter(({ method }) => method === 'POST').length;

describe('the paid amount is the order total (T1)', () => {
  test('cart totals, order, payment and the provider’s ledger have the same amount for any cart', async ({
    task,
  }) => {
    const count = repetitions(10, 1000);
    for (const [index, sample] of fc.sample(filling, { numRuns: count, seed: 7 }).entries()) {
      const { cart, total, paymentMethods } = await filled(shop, sample);
      const online = paymentMethods.filter(isProviderCode);
      const code = online[index % online.length]!;
      const { addressInformation, ...sent } = await orderOf(cart, { grand_total: total });
      const information = {
        shipping_carrier_code: sample.carrier,
        shipping_method_code: methodOf[sample.carrier],
        payment_method_code: code,
      };
      const reference = crypto.randomUUID();
      const saved = await cart.post('/api/order/save-pending-order', {
        ...{ ...sent, checkoutReference: reference },
        addressInformation: { ...addressInformation, ...information },
      });
      expect([saved.status, saved.body.result?.amount, sample]).toEqual([200, total, sample]);
      const handed = await handOver(cart, code, { checkoutReference: reference, grand_total: total });
      expect(handed.status).toBe(200);
      await shop.act(code, handed.body.result.id, 'pay');
      const { body } = await cart.get(`/api/payments/${code}/status?ref=${reference}`);
      expect(body.result.status).toBe('paid');
      const order = await shop.db
        .selectFrom('sales_order')
        .innerJoin('payment_attempt', 'payment_attempt.order_id', 'sales_order.id')
        .select(['grand_total_cents', 'captured_cents', 'amount_cents', 'charge_cents', 'short_reference'])
        .where('reference', '=', reference)
        .executeTakeFirstOrThrow();
      const booked = (await shop.ledger()).filter((entry) =>
        entry.reference.startsWith(order.short_reference),
      );
      expect({ ...order, booked: booked.map((entry) => entry.cents) }).toEqual({
        ...{ grand_total_cents: cents(total), captured_cents: cents(total), amount_cents: cents(total) },
        ...{
          charge_cents: charged(code, total),
          short_reference: order.short_reference,
          booked: [charged(code, total)],
        },
      });
    }
    expect(await invariantViolations(shop.db, shop.now())).toEqual([]);
    task.meta.attempts = count;
  }, 3_600_000);

  test('the redirect refuses a request with a different amount', async ({ task }) => {
    const amounts = [0, -1, -119.99, 0.01, 119.98, 120, 1e308, Number.MAX_SAFE_INTEGER];
    const invalidAmounts = ['119.99', '', 'NaN', [119.99], { a: 1 }, true];
    for (const code of providerCodes) {
      const { cart, total } = await filled(shop, {
        ...{ lines: [{ item: { sku: 'TEA' }, qty: 1 }], withGift: false, coupon: null, voucher: false },
        carrier: 'van',
      });
      expect(total).toBe(119.99);
      const { addressInformation, ...sent } = await orderOf(cart, { grand_total: total });
      const reference = crypto.randomUUID();
      const information = { ...addressInformation, payment_method_code: code };
      await cart.post('/api/order/save-pending-order', {
        ...{ ...sent, checkoutReference: reference, addressInformation: information },
      });
      const before = await created();
      for (const amount of [...amounts, ...invalidAmounts]) {
        const { status } = await handOver(cart, code, {
          checkoutReference: reference,
          grand_total: amount as number,
        });
        expect([code, amount, status >= 400 && status < 500]).toEqual([code, amount, true]);
      }
      expect(await created()).toBe(before);
    }
    task.meta.attempts = providerCodes.length * (amounts.length + invalidAmounts.length);
  });
});
