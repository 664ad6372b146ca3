import { withPending } from '@fynbos/core/cart/entry.ts';
import { lineKey } from '@fynbos/core/cart/line.ts';
import { productOption } from '@fynbos/core/catalogue/product-option.ts';
import { expect, test } from 'vitest';
import { emptyBox } from '../offline/box.ts';
import { appended, type CartBox, keptOf, type PendingEntry } from './cart-box.ts';
import { bareLine, type CartLine } from './cart-line.ts';
import { givenBack, takenOut } from './ordered-lines.ts';
import { newLine } from './testing/line.ts';

const oats = bareLine(newLine('OATS'));
const key = lineKey(oats);
const add = (id: string, qty: number): PendingEntry => ({ id, at: 1, kind: 'add', line: oats, qty });
const filled: CartBox = appended(emptyBox(), add('a', 2));

function shown(box: CartBox): number[] {
  const items = keptOf(box).items as readonly (CartLine & { qty: number })[];
  return withPending(items, box.entries).map(({ qty }) => qty);
}

test('what was ordered leaves the cart once, however often it is taken out', () => {
  const once = takenOut(filled, 'order', [{ key, qty: 2 }], 1);
  expect(shown(once)).toEqual([]);
  const again = takenOut(appended(once, add('b', 1)), 'order', [{ key, qty: 2 }], 1);
  expect(shown(again)).toEqual([1]);
});

test('what was added to the line since it was ordered stays', () => {
  expect(shown(takenOut(appended(filled, add('b', 3)), 'order', [{ key, qty: 2 }], 1))).toEqual([3]);
});

test('what was taken back is in the cart again, once', () => {
  const out = takenOut(filled, 'order', [{ key, qty: 2 }], 1);
  const back = givenBack(givenBack(out, 'order', [add('c', 2)]), 'order', [add('d', 2)]);
  expect(shown(back)).toEqual([2]);
});

test('what was typed for a line is no part of the name that it is sent under', () => {
  const engraved = {
    ...oats,
    product_option: productOption({ custom_options: [{ option_id: '1', option_value: '芝'.repeat(300) }] }),
  };
  const named = lineKey(engraved);
  const box = appended(emptyBox(), { id: 'a', at: 1, kind: 'add', line: engraved, qty: 1 });
  const [, out] = takenOut(box, 'order', [{ key: named, qty: 1 }], 1).entries;
  expect(out).toMatchObject({ kind: 'remove', key: named, id: 'order-0' });
});
