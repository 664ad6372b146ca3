import { type Fields, isLike, isListOf } from '../kept-shape.ts';
import type { BoxShape } from '../offline/box-shape.ts';
import type { KeptCart, PendingEntry } from './cart-box.ts';

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

const isNoneOr = (kept: unknown, kind: 'string' | 'number'): boolean =>
  kept === undefined || isLike({ kept }, { kept: kind });

/** Whether something is a line of a cart or an order, with all that its page shows of it. */
export const isLine = (kept: unknown): boolean =>
  isLike(kept, line) && isListOf(kept.options, (one) => isLike(one, { label: 'string', value: 'string' }));

/** Whether something was done to a cart. */
export function isCartEntry(kept: unknown): kept is PendingEntry {
  if (!isLike(kept, { id: 'string', kind: 'string' })) return false;
  const isCounted = isLike(kept, { qty: 'number' });
  const isNamed = isLike(kept, { key: 'string' });
  if (kept.kind === 'add') return isCounted && isLine(kept.line);
  if (kept.kind === 'set') return isCounted && isNamed;
  if (kept.kind === 'change') return isCounted && isNamed && isLine(kept.line);
  return kept.kind === 'remove' && isNamed;
}

/** The cart as its box holds it. */
export const cartShape: BoxShape<KeptCart, PendingEntry> = {
  isKept: (kept): kept is KeptCart =>
    isLike(kept, { items: 'list', refusals: 'list', left: 'list', joining: 'boolean' }) &&
    isListOf(kept.items, (one) => isLine(one) && isLike(one, confirmedLine)) &&
    isListOf(kept.refusals, (one) => isLike(one, { id: 'string', code: 'string', values: 'record' })) &&
    isNoneOr(kept.owner, 'number') &&
    isNoneOr(kept.token, 'string') &&
    isNoneOr(kept.version, 'number') &&
    (kept.totals === undefined || isLike(kept.totals, totals)),
  isEntry: isCartEntry,
};
