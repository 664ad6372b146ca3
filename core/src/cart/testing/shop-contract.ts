import { productOption } from '../../catalogue/product-option.ts';

/**
 * What a shop does to carts, played the same at the real one and at the one in memory that the storefront is tested with:
 * what is proven with the one holds for the other. There are OATS and MILK without limit, four of SCARCE, and the coupon TEN.
 */
export interface ShopOfContract {
  /** Opens a cart, of the customer or a guest's. @returns its token */
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

/** Plays everything once. @returns what became of each call, for comparing with `contracted` */
export async function playContract(shop: ShopOfContract): Promise<string[]> {
  const told: string[] = [];
  const ids = new Map<string, number>();
  const say = async (what: string, call: CartCall) => {
    const outcome = await shop.call(call);
    if (outcome.problem !== undefined) return void told.push(`${what}: ${outcome.problem}`);
    const { items, version, coupon = 'no coupon' } = outcome;
    for (const { item_id, sku } of items) ids.set(sku, item_id);
    const lines = items.map(({ sku, qty }) => `${qty} ${sku}`).toSorted();
    told.push(`${what}: version ${version}, ${lines.join(', ')}, ${coupon}`);
  };
  const update = (token: string, isCustomer: boolean, item: object, key?: string): CartCall => ({
    ...{ name: 'updateCartItem', token, isCustomer, item: { ...item } },
    ...(key !== undefined && { key }),
  });
  const guest = await shop.open(false);
  const ofGuest = (item: object, key?: string) => update(guest, false, item, key);
  const at = (sku: string) => ({ item_id: ids.get(sku) });
  await say('add', ofGuest({ sku: 'OATS', qty: 2 }, 'one'));
  await say('add again', ofGuest({ sku: 'OATS', qty: 2 }, 'one'));
  await say('add otherwise', ofGuest({ sku: 'OATS', qty: 3 }, 'one'));
  await say('add too many', ofGuest({ sku: 'SCARCE', qty: 9 }));
  await say('add few', ofGuest({ sku: 'SCARCE', qty: 3 }));
  await say('set too many', ofGuest({ sku: 'SCARCE', qty: 9, ...at('SCARCE') }));
  await say('set', ofGuest({ sku: 'SCARCE', qty: 1, ...at('SCARCE') }));
  const milk = { sku: 'MILK', qty: 1, product_option: productOption() };
  await say('change', ofGuest({ ...milk, ...at('SCARCE') }));
  await say('set what it was before', ofGuest({ sku: 'SCARCE', qty: 2, ...at('SCARCE') }));
  const strange = { sku: 'OATS', qty: 1, item_id: 99_999_999 };
  await say('set what is gone', ofGuest(strange));
  await say('remove what is gone', {
    name: 'deleteCartItem',
    token: guest,
    isCustomer: false,
    item: strange,
  });
  await say('wrong coupon', { name: 'applyCoupon', token: guest, isCustomer: false, coupon: 'NOPE' });
  await say('coupon', { name: 'applyCoupon', token: guest, isCustomer: false, coupon: 'TEN' });
  const phone = await shop.open(true);
  await say('the customer adds', update(phone, true, { sku: 'OATS', qty: 3 }, 'two'));
  const desk = await shop.open(true, guest);
  const look = (token: string, isCustomer: boolean): CartCall => ({ name: 'pullCart', token, isCustomer });
  await say('after login', look(phone, true));
  await say('by the other token', look(desk, true));
  await say('the guest’s cart', look(guest, false));
  await say('the customer’s without them', look(desk, false));
  await shop.open(true, guest);
  await say('after another login', look(desk, true));
  await say('a write again by the other token', update(desk, true, { sku: 'OATS', qty: 3 }, 'two'));
  await say('a key of the guest’s cart', update(desk, true, { sku: 'MILK', qty: 2 }, 'one'));
  await say('become one', update(desk, true, { ...milk, ...at('OATS') }));
  await say('set to none', update(desk, true, { sku: 'MILK', qty: 0, ...at('MILK') }));
  await say('no coupon', { name: 'deleteCoupon', token: desk, isCustomer: true });
  return told;
}

/** What becomes of it. */
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
  'remove what is gone: version 6, 2 OATS, 2 SCARCE, no coupon',
  'wrong coupon: coupon_wrong',
  'coupon: version 7, 2 OATS, 2 SCARCE, TEN',
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
