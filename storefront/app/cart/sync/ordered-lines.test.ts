import { lineKey } from '@fynbos/core/cart/cart-line.ts';
import { withPending } from '@fynbos/core/cart/pending-cart.ts';
import { productOption } from '@fynbos/core/catalogue/product-option.ts';
import { expect, test } from 'vitest';
import { emptyOutbox } from '../../platform/outbox/outbox.ts';
import { newLine } from '../testing/test-cart-line.ts';
import { appended, type CartOutbox, type PendingEntry, snapshotOf } from './cart-outbox.ts';
import { bareLine, type CartLine } from './cart-view.ts';
import { givenBack, withoutOrderedLines } from './ordered-lines.ts';

const oats = bareLine(newLine('OATS'));
const key = lineKey(oats);
const add = (id: string, qty: number): PendingEntry => ({ id, at: 1, kind: 'add', line: oats, qty });
const filled: CartOutbox = appended(emptyOutbox(), add('a', 2));

function shown(outbox: CartOutbox): number[] {
  const items = snapshotOf(outbox).items as readonly (CartLine & { qty: number })[];
  return withPending(items, outbox.entries).map(({ qty }) => qty);
}

test('removing ordered lines from the cart is idempotent per order', () => {
  const once = withoutOrderedLines(filled, 'order', [{ key, qty: 2 }], 1);
  expect(shown(once)).toEqual([]);
  const twice = withoutOrderedLines(appended(once, add('b', 1)), 'order', [{ key, qty: 2 }], 1);
  expect(shown(twice)).toEqual([1]);
});

test('units added to a line after it was ordered stay in the cart', () => {
  expect(shown(withoutOrderedLines(appended(filled, add('b', 3)), 'order', [{ key, qty: 2 }], 1))).toEqual([
    3,
  ]);
});

test('lines of a withdrawn order return to the cart once', () => {
  const out = withoutOrderedLines(filled, 'order', [{ key, qty: 2 }], 1);
  const back = givenBack(givenBack(out, 'order', [add('c', 2)]), 'order', [add('d', 2)]);
  expect(shown(back)).toEqual([2]);
});

test('the idempotency key of a removed line does not contain text the shopper typed', () => {
  const engraved = {
    ...oats,
    product_option: productOption({ custom_options: [{ option_id: '1', option_value: '芝'.repeat(300) }] }),
  };
  const named = lineKey(engraved);
  const outbox = appended(emptyOutbox(), { id: 'a', at: 1, kind: 'add', line: engraved, qty: 1 });
  const [, out] = withoutOrderedLines(outbox, 'order', [{ key: named, qty: 1 }], 1).entries;
  expect(out).toMatchObject({ kind: 'remove', key: named, id: 'order-0' });
});
