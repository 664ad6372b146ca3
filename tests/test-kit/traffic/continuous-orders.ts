import { freshAddress } from '../accounts/customers.ts';
import { newCart } from '../cart/guest-cart.ts';
import { orderFor } from '../orders/order-body.ts';
import type { TestShop } from '../shop/test-shop.ts';

/** Shoppers who order over HTTP, one order after the other, until stopped. */
export interface Selling {
  /** Resolves after so many more orders. */
  more(count: number): Promise<void>;
  /**
   * Stops the shoppers.
   * @returns the number of every confirmed order; rejects when one was refused
   */
  stop(): Promise<string[]>;
}

/** @param took called with the duration of each order, from its empty cart to its number */
export function sell(shop: TestShop, shoppers = 3, took: (milliseconds: number) => void = () => {}): Selling {
  const numbers: string[] = [];
  const waiting: { at: number; reached: () => void }[] = [];
  let open = true;
  const shopping = Array.from({ length: shoppers }, async () => {
    while (open) {
      const begin = performance.now();
      numbers.push(await buy(shop));
      took(performance.now() - begin);
      for (const { at, reached } of waiting) if (numbers.length >= at) reached();
    }
  });
  const all = Promise.all(shopping);
  all.catch(() => {});
  return {
    async more(count) {
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push({ at: numbers.length + count, reached: resolve });
      await Promise.race([promise, all]);
    },
    async stop() {
      open = false;
      await all;
      return numbers;
    },
  };
}

/**
 * Places a guest's order.
 * @returns its number
 */
export async function buy(shop: Pick<TestShop, 'get' | 'post'>): Promise<string> {
  const cart = await newCart(shop, { 'x-forwarded-for': freshAddress() });
  await cart.update({ sku: 'TEA', qty: 2 });
  const { status, body } = await cart.post('/api/order', orderFor({ TEA: 2 }));
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.result.orderNumber;
}

/** A small shop for backup tests. */
export const files = {
  'products.csv':
    'sku,name,price_incl_tax,tax_class,qty\nTEA,"Tea\twith a tab, a \\ and\na line",60.00,standard,100000\nOATS,Oats,43.50,zero,4000\n',
  'coupons.csv': 'code,label,kind,percent\nTEN,10 %,percent,10\n',
};
