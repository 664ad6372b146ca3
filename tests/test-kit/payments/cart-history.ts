import { type ProviderCode, providerCodes } from '@fynbos/core/payments/providers.ts';
import fc from 'fast-check';
import { freshAddress } from '../accounts/customers.ts';
import { newCart, type TestCart } from '../cart/guest-cart.ts';
import { orderOfItems } from '../orders/order-body.ts';
import { redirectPaths } from './payer.ts';
import type { PayingShop } from './payment-shop.ts';

/** What a shopper, or a provider's web-hook, does next; pages are numbered in the order of their opening. */
export type CartStep =
  | { do: 'start'; provider: ProviderCode }
  | { do: 'other way'; provider: ProviderCode }
  | { do: 'change' | 'use code' | 'order on delivery' | 'nothing' }
  | { do: 'return' | 'continue' | 'hook' | 'cancel order'; page: number }
  | { do: 'act'; page: number; act: 'pay' | 'pay_no_return' | 'underpay' | 'decline' | 'cancel' };

/** The longest history. */
export const maxSteps = 9;
const provider = fc.constantFrom(...providerCodes);
const page = fc.nat(4);
const acts = ['pay', 'pay', 'pay', 'pay_no_return', 'underpay', 'decline', 'cancel'] as const;

const start = fc.record({ do: fc.constant('start' as const), provider });

/** A step of a random history, in which starting and paying are frequent. */
const cartStep: fc.Arbitrary<CartStep> = fc.oneof(
  { weight: 4, arbitrary: start },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('other way' as const), provider }) },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('act' as const), page, act: fc.constantFrom(...acts) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('return' as const, 'continue' as const, 'hook' as const, 'cancel order' as const),
      page,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'change' as const,
        'use code' as const,
        'order on delivery' as const,
        'nothing' as const,
      ),
    }),
  },
);

/** A random history of a cart, which begins with a payment. */
export const cartHistory: fc.Arbitrary<CartStep[]> = fc
  .tuple(start, fc.array(cartStep, { minLength: maxSteps - 4, maxLength: maxSteps - 1 }))
  .map(([first, steps]) => [first, ...steps]);

/** A provider's page that was opened for an order of the cart. */
interface OpenPage {
  provider: ProviderCode;
  /** The provider's id of the payment. */
  id: string;
  reference: string;
  orderId: string;
}

/** The status of a payment, as far as the test reads it. */
export interface SeenStatus {
  orderNumber: string;
  canPay: boolean;
  isOrdered: boolean;
  isGivenBack: boolean;
  orderedWith?: string;
}

/** A guest with one cart, who plays a history. */
export class CartShopper {
  readonly #shop: PayingShop;
  readonly #cart: TestCart;
  readonly #email = `history-${crypto.randomUUID()}@example.co.za`;
  readonly pages: OpenPage[] = [];
  /** Every status that the shop reported. */
  readonly seen: SeenStatus[] = [];
  readonly #totals = new Map<string, { grandTotal: number }>();
  /** The order begun last. */
  #sent: ReturnType<typeof orderOfItems> | undefined;

  private constructor(shop: PayingShop, cart: TestCart) {
    this.#shop = shop;
    this.#cart = cart;
  }

  static async with(shop: PayingShop, sku: string): Promise<CartShopper> {
    const cart = await newCart(shop, { 'x-forwarded-for': freshAddress() });
    await cart.update({ sku, qty: 1 });
    return new CartShopper(shop, cart);
  }

  async play(step: CartStep): Promise<void> {
    if (step.do === 'start') return this.#start(step.provider);
    if (step.do === 'other way') return this.#begin(step.provider);
    if (step.do === 'change') return void (await this.#cart.update({ sku: 'TEA', qty: 1 }));
    if (step.do === 'use code') return void (await this.#cart.post('/api/cart/apply-coupon?coupon=EACH'));
    if (step.do === 'order on delivery') return this.#orderOnDelivery();
    if (!('page' in step)) return;
    const open = this.pages[step.page % Math.max(1, this.pages.length)];
    if (!open) return;
    if (step.do === 'return') await this.statusOf(open);
    if (step.do === 'continue') await this.handOver(open);
    if (step.do === 'hook') await this.#shop.sendHook(open.provider, open.id, { kind: 'again' });
    if (step.do === 'cancel order')
      await this.#cart.post('/api/payments/cancel', { checkoutReference: open.reference });
    // A page whose time is over refuses the shopper.
    if (step.do === 'act') await this.#shop.act(open.provider, open.id, step.act).catch(() => {});
  }

  async statusOf({ provider: code, reference }: OpenPage): Promise<SeenStatus> {
    const { body } = await this.#cart.get(`/api/payments/${code}/status?ref=${reference}`);
    this.seen.push(body.result);
    return body.result;
  }

  /** Opens the provider's page again, or the page of another attempt. */
  async handOver({ provider: code, reference }: Pick<OpenPage, 'provider' | 'reference'>): Promise<{
    kind: string | undefined;
    id: string;
  }> {
    const { grandTotal } = this.#totals.get(reference)!;
    const { status, body } = await this.#cart.post(redirectPaths[code], {
      ...{ grandTotal, checkoutReference: reference, paymentCode: code },
    });
    return { kind: status === 200 ? body.result.kind : undefined, id: body.result?.id ?? '' };
  }

  /** "Start again": a new order of what the cart contains now. */
  async #start(code: ProviderCode): Promise<void> {
    this.#sent = await this.#order();
    await this.#begin(code);
  }

  /** A payment of the order begun last. */
  async #begin(code: ProviderCode): Promise<void> {
    const sent = this.#sent;
    if (!sent) return;
    const reference = crypto.randomUUID();
    const addressInformation = { ...sent.addressInformation, payment_method_code: code };
    const { status, body } = await this.#cart.post('/api/order/save-pending-order', {
      ...{ ...sent, addressInformation, checkoutReference: reference },
    });
    if (status !== 200) return;
    this.#totals.set(reference, { grandTotal: body.result.amount });
    const handed = await this.handOver({ provider: code, reference });
    if (handed.kind === 'redirect' || handed.kind === 'widget')
      this.pages.push({ provider: code, id: handed.id, reference, orderId: sent.order_id });
  }

  async #orderOnDelivery(): Promise<void> {
    const sent = await this.#order();
    if (sent) await this.#cart.post('/api/order', sent);
  }

  /** The order of what the cart contains; undefined if it is empty, or closed by an order. */
  async #order() {
    const { status, body } = await this.#cart.get('/api/cart/pull');
    if (status !== 200 || body.result.length === 0) return undefined;
    return orderOfItems(body.result, this.#email);
  }
}
