import { productOption } from '@fynbos/core/catalogue/product-option.ts';

/**
 * The cart calls that the real shop and the in-memory shop of the storefront's tests must treat alike.
 * Assumes OATS and MILK without limit, four SCARCE, and the coupon TEN.
 */
export interface ShopOfContract {
  /**
   * Opens a cart of the customer or of a guest.
   * @returns its token
   */
  open(isCustomer: boolean, guestToken?: string): Promise<string>;
  call(call: CartCall): Promise<CartOutcome>;
}

export interface CartCall {
  name: 'pullCart' | 'updateCartItem' | 'deleteCartItem' | 'applyCoupon' | 'deleteCoupon';
  token: string;
  isCustomer: boolean;
  key?: string;
  item?: Record<string, unknown>;
  coupon?: string;
}

export type CartOutcome =
  | { problem: string }
  | {
      problem?: undefined;
      version: number;
      items: readonly { item_id: number; sku: string; qty: number }[];
      coupon: string | undefined;
    };

/**
 * Runs every call once.
 * @returns the outcome of each call, to compare with `contracted`
 */
export async function playContract(shop: ShopOfContract): Promise<string[]> {
  const outcomes: string[] = [];
  const ids = new Map<string, number>();
  const record = async (label: string, call: CartCall) => {
    const outcome = await shop.call(call);
    if (outcome.problem !== undefined) return void outcomes.push(`${label}: ${outcome.problem}`);
    const { items, version, coupon = 'no coupon' } = outcome;
    for (const { item_id, sku } of items) ids.set(sku, item_id);
    const lines = items.map(({ sku, qty }) => `${qty} ${sku}`).toSorted();
    outcomes.push(`${label}: version ${version}, ${lines.join(', ')}, ${coupon}`);
  };
  const update = (token: string, isCustomer: boolean, item: object, key?: string): CartCall => ({
    ...{ name: 'updateCartItem', token, isCustomer, item: { ...item } },
    ...(key !== undefined && { key }),
  });
  const guest = await shop.open(false);
  const ofGuest = (item: object, key?: string) => update(guest, false, item, key);
  const at = (sku: string) => ({ item_id: ids.get(sku) });
  await record('add', ofGuest({ sku: 'OATS', qty: 2 }, 'one'));
  await record('add again', ofGuest({ sku: 'OATS', qty: 2 }, 'one'));
  await record('add otherwise', ofGuest({ sku: 'OATS', qty: 3 }, 'one'));
  await record('add too many', ofGuest({ sku: 'SCARCE', qty: 9 }));
  await record('add few', ofGuest({ sku: 'SCARCE', qty: 3 }));
  await record('set too many', ofGuest({ sku: 'SCARCE', qty: 9, ...at('SCARCE') }));
  await record('set', ofGuest({ sku: 'SCARCE', qty: 1, ...at('SCARCE') }));
  const milk = { sku: 'MILK', qty: 1, product_option: productOption() };
  await record('change', ofGuest({ ...milk, ...at('SCARCE') }));
  await record('set what it was before', ofGuest({ sku: 'SCARCE', qty: 2, ...at('SCARCE') }));
  const strange = { sku: 'OATS', qty: 1, item_id: 99_999_999 };
  await record('set what is gone', ofGuest(strange));
  await record('remove what is gone', {
    name: 'deleteCartItem',
    token: guest,
    isCustomer: false,
    item: strange,
  });
  await record('wrong coupon', { name: 'applyCoupon', token: guest, isCustomer: false, coupon: 'NOPE' });
  await record('coupon', { name: 'applyCoupon', token: guest, isCustomer: false, coupon: 'TEN' });
  const phone = await shop.open(true);
  await record('the customer adds', update(phone, true, { sku: 'OATS', qty: 3 }, 'two'));
  const desk = await shop.open(true, guest);
  const pull = (token: string, isCustomer: boolean): CartCall => ({ name: 'pullCart', token, isCustomer });
  await record('after login', pull(phone, true));
  await record('by the other token', pull(desk, true));
  await record('the guest’s cart', pull(guest, false));
  await record('the customer’s without them', pull(desk, false));
  await shop.open(true, guest);
  await record('after another login', pull(desk, true));
  await record('a write again by the other token', update(desk, true, { sku: 'OATS', qty: 3 }, 'two'));
  await record('a key of the guest’s cart', update(desk, true, { sku: 'MILK', qty: 2 }, 'one'));
  await record('become one', update(desk, true, { ...milk, ...at('OATS') }));
  await record('set to none', update(desk, true, { sku: 'MILK', qty: 0, ...at('MILK') }));
  await record('no coupon', { name: 'deleteCoupon', token: desk, isCustomer: true });
  return outcomes;
}

/** The expected outcomes. */
export const contracted: readonly string[] = [
  'add: version 1, 2 OATS, no coupon',
  'add again: version 1, 2 OATS, no coupon',
  'add otherwise: idempotency_conflict',
  'add too many: quantity_too_high',
  'add few: version 2, 2 OATS, 3 SCARCE, no coupon',
  'set too many: quantity_too_high',
  'set: version 3, 1 SCARCE, 2 OATS, no coupon',
  'change: version 4, 1 MILK, 2 OATS, no coupon',
  'set what it was before: version 5, 2 OATS, 2 SCARCE, no coupon',
  'set what is gone: cart_item_not_found',
  'remove what is gone: version 5, 2 OATS, 2 SCARCE, no coupon',
  'wrong coupon: coupon_wrong',
  'coupon: version 6, 2 OATS, 2 SCARCE, TEN',
  'the customer adds: version 1, 3 OATS, no coupon',
  'after login: version 2, 2 SCARCE, 5 OATS, TEN',
  'by the other token: version 2, 2 SCARCE, 5 OATS, TEN',
  'the guest’s cart: cart_not_found',
  'the customer’s without them: cart_not_found',
  'after another login: version 2, 2 SCARCE, 5 OATS, TEN',
  'a write again by the other token: version 2, 2 SCARCE, 5 OATS, TEN',
  'a key of the guest’s cart: version 3, 2 MILK, 2 SCARCE, 5 OATS, TEN',
  'become one: version 4, 2 SCARCE, 3 MILK, TEN',
  'set to none: version 5, 2 SCARCE, TEN',
  'no coupon: version 6, 2 SCARCE, no coupon',
];
