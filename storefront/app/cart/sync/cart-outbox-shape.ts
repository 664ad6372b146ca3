import type { OutboxShape } from '../../platform/outbox/outbox.ts';
import { type Fields, isLike, isListOf } from '../../platform/storage/stored-shape.ts';
import type { CartSnapshot, PendingEntry } from './cart-outbox.ts';

const line: Fields = {
  ...{ sku: 'string', parentSku: 'string', name: 'string', product_type: 'string', url_path: 'string' },
  ...{ options: 'list', unit: 'number', original: 'number' },
};
const confirmedLine: Fields = {
  ...line,
  ...{
    item_id: 'number',
    qty: 'number',
    paid: 'number',
    discount: 'number',
    deals: 'list',
    problems: 'list',
  },
};
const totals: Fields = {
  ...{ subtotal: 'number', discount: 'number', grandTotal: 'number', segments: 'list', taxes: 'list' },
};

const isNoneOr = (value: unknown, kind: 'string' | 'number'): boolean =>
  value === undefined || isLike({ value }, { value: kind });

/** Whether a value is a line of a cart or an order, with all fields that its page shows. */
export const isLine = (value: unknown): boolean =>
  isLike(value, line) &&
  isListOf(value.options, (option) => isLike(option, { label: 'string', value: 'string' }));

/** Whether a value is a cart entry. */
export function isCartEntry(value: unknown): value is PendingEntry {
  if (!isLike(value, { id: 'string', kind: 'string' })) return false;
  const isCounted = isLike(value, { qty: 'number' });
  const isNamed = isLike(value, { key: 'string' });
  if (value.kind === 'add') return isCounted && isLine(value.line);
  if (value.kind === 'set') return isCounted && isNamed;
  if (value.kind === 'change') return isCounted && isNamed && isLine(value.line);
  return value.kind === 'remove' && isNamed;
}

/** The shape of the cart in its outbox. */
export const cartShape: OutboxShape<CartSnapshot, PendingEntry> = {
  isSnapshot: (value): value is CartSnapshot =>
    isLike(value, { items: 'list', refusals: 'list', left: 'list', joining: 'boolean' }) &&
    isListOf(value.items, (item) => isLine(item) && isLike(item, confirmedLine)) &&
    isListOf(value.refusals, (refusal) =>
      isLike(refusal, { id: 'string', code: 'string', values: 'record' }),
    ) &&
    isNoneOr(value.owner, 'number') &&
    isNoneOr(value.token, 'string') &&
    isNoneOr(value.version, 'number') &&
    (value.totals === undefined || isLike(value.totals, totals)),
  isEntry: isCartEntry,
};
