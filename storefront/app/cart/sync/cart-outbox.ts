import { lineKey } from '@fynbos/core/cart/cart-line.ts';
import { type CartEntry, withPending } from '@fynbos/core/cart/pending-cart.ts';
import type { Outbox, OutboxShape, OutboxStore } from '../../platform/outbox/outbox.ts';
import type { SessionEnd } from '../../platform/session/session-events.ts';
import { type Fields, isLike, isListOf } from '../../platform/storage/stored-shape.ts';
import {
  bareLine,
  type CartLine,
  type CartRefusal,
  type CartViewTotals,
  type ConfirmedLine,
} from './cart-view.ts';

/** A change by the shopper that the server has not confirmed. */
export type PendingEntry = CartEntry<CartLine>;

export type ConfirmedTotals = Omit<CartViewTotals, 'estimate'>;

/** The cart in a server response. */
export interface ServerCart {
  /** The revision of the cart; a response with a lower one is older. */
  version: number;
  items: readonly ConfirmedLine[];
  totals: ConfirmedTotals;
}

/**
 * The confirmed state of the server's cart in this browser; separate from the entries, and changed together
 * with them.
 */
export interface CartSnapshot {
  /** The customer who owns the cart; undefined for a guest. */
  owner: number | undefined;
  token: string | undefined;
  /** The version of `items` and `totals`; undefined until the cart of this token was read. */
  version: number | undefined;
  items: readonly ConfirmedLine[];
  totals: ConfirmedTotals | undefined;
  /** The guest's cart may have been merged into the customer's: nothing more is sent to it (spec D21). */
  joining: boolean;
  /** Removed at login, to be applied again afterwards (spec commerce 4). */
  couponAtLogin: string | undefined;
  refusals: readonly CartRefusal[];
  /** The last removed entries: a view that still has one of them must not show it. */
  left: readonly string[];
  /** Offline orders whose lines were removed from the cart, or put back. */
  moved?: readonly string[];
}

/** The name, within a store view, under which entries wait that a page has not stored yet. */
export const unsavedCartName = 'cart-unwritten';

export type CartOutbox = Outbox<CartSnapshot, PendingEntry>;
export type CartOutboxStore = OutboxStore<CartSnapshot, PendingEntry>;

export const noCart: CartSnapshot = {
  owner: undefined,
  token: undefined,
  version: undefined,
  items: [],
  totals: undefined,
  joining: false,
  couponAtLogin: undefined,
  refusals: [],
  left: [],
};

export const snapshotOf = ({ kept: snapshot }: CartOutbox): CartSnapshot => snapshot ?? noCart;

const maxRefusals = 20;
const maxLeft = 20;

/** Whether an entry is in the outbox, or was and has been removed. */
export function isKnown(outbox: CartOutbox, { id }: PendingEntry): boolean {
  return outbox.entries.some((entry) => entry.id === id) || snapshotOf(outbox).left.includes(id);
}

/**
 * Appends an entry once: another page may have found it as unwritten (`unsaved-entries.ts`) and appended it
 * before.
 */
export function appended(outbox: CartOutbox, entry: PendingEntry): CartOutbox {
  if (isKnown(outbox, entry)) return outbox;
  return { ...outbox, kept: snapshotOf(outbox), entries: [...outbox.entries, entry] };
}

/** Removes entries and remembers them in `left`. */
function without(outbox: CartOutbox, id: string | undefined): CartOutbox {
  if (id === undefined || !outbox.entries.some((entry) => entry.id === id)) return outbox;
  const snapshot = snapshotOf(outbox);
  return {
    ...outbox,
    kept: { ...snapshot, left: [id, ...snapshot.left].slice(0, maxLeft) },
    entries: outbox.entries.filter((entry) => entry.id !== id),
  };
}

/** A request to the cart of this token; responses for another cart are ignored. */
export interface CartRequest {
  token: string;
  /** The sent entry, if this response completes it. */
  entry?: string | undefined;
  /** The key of its line, and the key that the server uses. */
  renamed?: { from: string; to: string } | undefined;
}

/**
 * Applies a server response: removes the entry and confirms the cart in one step. An older cart never
 * replaces the known one (spec D22).
 */
export function confirmedCart(
  outbox: CartOutbox,
  { token, entry, renamed }: CartRequest,
  cart: ServerCart,
): CartOutbox {
  const snapshot = snapshotOf(outbox);
  if (snapshot.token !== token || isPassed(outbox, entry)) return outbox;
  const next = renamedIn(without(outbox, entry), renamed);
  if (snapshot.version !== undefined && cart.version < snapshot.version) return next;
  return followLines({ ...next, kept: { ...snapshotOf(next), ...cart } }, snapshot.items);
}

/** The shop may give the options of a line other ids (ADR-013): waiting entries follow their line. */
function followLines(outbox: CartOutbox, before: readonly ConfirmedLine[]): CartOutbox {
  if (outbox.entries.length === 0) return outbox;
  const textOf = ({ item_id, sku, options }: ConfirmedLine) => JSON.stringify([item_id, sku, options]);
  const configured = before.filter(({ options }) => options.length > 0);
  const keys = new Map(configured.map((line) => [textOf(line), lineKey(line)]));
  return snapshotOf(outbox).items.reduce((now, line) => {
    const from = keys.get(textOf(line));
    return from === undefined ? now : renamedIn(now, { from, to: lineKey(line) });
  }, outbox);
}

/**
 * A cart that is older than the one known before the request: the shop lost changes (its data were restored
 * from a backup). Its current state counts; otherwise the browser would request it forever.
 * @param before the outbox at the time of the request
 */
export function wentBack(outbox: CartOutbox, before: CartOutbox, { version }: ServerCart): CartOutbox {
  const known = snapshotOf(before);
  const snapshot = snapshotOf(outbox);
  if (known.version === undefined || version >= known.version) return outbox;
  if (snapshot.token !== known.token || snapshot.version !== known.version) return outbox;
  return { ...outbox, kept: { ...snapshot, version: undefined } };
}

/**
 * Whether a response is outdated, where tabs send without locks. Its entry was removed already, or it was
 * requested without entries and there are some now. It could include an entry that still waits, which would
 * count twice. The response to that entry contains the whole cart.
 */
function isPassed(outbox: CartOutbox, id: string | undefined): boolean {
  if (id !== undefined) return !outbox.entries.some((entry) => entry.id === id);
  return outbox.entries.length > 0 && snapshotOf(outbox).version !== undefined;
}

/** The server normalises options: later entries for the line use its new key. */
function renamedIn(outbox: CartOutbox, renamed: CartRequest['renamed']): CartOutbox {
  if (!renamed || renamed.from === renamed.to) return outbox;
  const entries = outbox.entries.map((entry) =>
    'key' in entry && entry.key === renamed.from ? { ...entry, key: renamed.to } : entry,
  );
  return { ...outbox, entries };
}

/** The server refused: the entry is removed, the line returns to its former state, and the refusal is shown. */
export function refused(outbox: CartOutbox, token: string, refusal: CartRefusal): CartOutbox {
  if (snapshotOf(outbox).token !== token) return outbox;
  const next = without(outbox, refusal.id);
  const snapshot = snapshotOf(next);
  return { ...next, kept: { ...snapshot, refusals: [refusal, ...snapshot.refusals].slice(0, maxRefusals) } };
}

/** Removes an entry that has no effect any more because its line no longer exists. */
export function dropped(outbox: CartOutbox, token: string, entry: string): CartOutbox {
  return snapshotOf(outbox).token === token ? without(outbox, entry) : outbox;
}

/** The shopper discards the entry before it was sent. */
export const discarded = (outbox: CartOutbox, id: string): CartOutbox => without(outbox, id);

export function dismissed(outbox: CartOutbox, id: string): CartOutbox {
  const snapshot = snapshotOf(outbox);
  return {
    ...outbox,
    kept: { ...snapshot, refusals: snapshot.refusals.filter((refusal) => refusal.id !== id) },
  };
}

/**
 * Starts to merge a guest's cart into the customer's: nothing else is sent until the server has responded.
 * If the guest had no server cart yet, the entries are replaced by their net result. Only that is added to
 * the customer's cart, whatever was removed before.
 */
export function joining(outbox: CartOutbox, newId: () => string): CartOutbox {
  const snapshot = snapshotOf(outbox);
  if (snapshot.joining || snapshot.owner !== undefined) return outbox;
  // Entries created meanwhile may be on their way to the guest's cart: they are sent first.
  if (snapshot.token !== undefined && outbox.entries.length > 0) return outbox;
  const cameTo = withPending<CartLine>([], outbox.entries).map(({ key: _, pending: __, qty, ...line }) =>
    addOf(line, qty, newId()),
  );
  if (snapshot.token !== undefined) return { ...outbox, kept: { ...snapshot, joining: true } };
  const left = [...outbox.entries.map(({ id }) => id), ...snapshot.left].slice(0, maxLeft);
  return { ...outbox, kept: { ...snapshot, joining: true, left }, entries: cameTo };
}

/** The login did not merge the guest's cart: it still belongs to the guest. */
export function notJoined(outbox: CartOutbox, token: string): CartOutbox {
  const snapshot = snapshotOf(outbox);
  return snapshot.token === token ? { ...outbox, kept: { ...snapshot, joining: false } } : outbox;
}

function addOf(line: CartLine, qty: number, id: string): PendingEntry {
  return { id, at: 0, kind: 'add', line, qty };
}

/**
 * A cart was opened in place of the one with the token `before`. A guest's cart is new and empty. A
 * customer's cart is read before anything is sent to it; until then the former lines are shown.
 */
export function opened(
  outbox: CartOutbox,
  before: string | undefined,
  { token, owner }: { token: string; owner: number | undefined },
): CartOutbox {
  const snapshot = snapshotOf(outbox);
  if (snapshot.token !== before) return outbox;
  // The customer logged out while the shop opened it: later changes belong to the guest.
  if (owner !== undefined && owner !== snapshot.owner && !snapshot.joining) return outbox;
  const cart = owner === undefined ? { version: 0, items: [] } : { version: undefined };
  return { ...outbox, kept: { ...snapshot, ...cart, totals: undefined, token, owner, joining: false } };
}

/**
 * The server does not know this cart any more. A guest's lines are added to a new one, before the waiting
 * entries. A customer's cart is on the server, whatever happened to the token; so is a guest's cart that a
 * login merged.
 */
export function lostCart(outbox: CartOutbox, token: string, newId: () => string): CartOutbox {
  const snapshot = snapshotOf(outbox);
  if (snapshot.token !== token) return outbox;
  const bare = {
    ...noCart,
    couponAtLogin: snapshot.couponAtLogin,
    refusals: snapshot.refusals,
    left: snapshot.left,
  };
  if (snapshot.joining) return { ...outbox, kept: bare };
  const { owner, items } = snapshot;
  if (owner !== undefined) return { ...outbox, kept: { ...bare, owner, items } };
  const addedEntries = snapshot.items.map(
    (line): PendingEntry => ({
      id: newId(),
      at: 0,
      kind: 'add',
      line: bareLine(line),
      qty: line.qty,
    }),
  );
  const entries = [...addedEntries, ...outbox.entries];
  return {
    ...outbox,
    kept: { ...bare, couponAtLogin: snapshot.totals?.coupon ?? snapshot.couponAtLogin },
    entries,
  };
}

/**
 * If only the token was ever stored, the cart is the server's. An emptied outbox means that there is none:
 * the page may have ended before it deleted the token.
 */
export function withToken(outbox: CartOutbox, token: string): CartOutbox {
  return outbox.rev > 0 ? outbox : { ...outbox, kept: { ...noCart, token } };
}

/** Empties the cart: after a logout, and after an order. */
export function cleared(outbox: CartOutbox): CartOutbox {
  return { ...outbox, kept: undefined, entries: [] };
}

/** The session was ended on purpose: the browser forgets the cart (spec accounts 4.1). The server retains it. */
export const isMeant = (how: SessionEnd): boolean => how === 'logout' || how === 'erased';

/** The cart after the end of a session. */
export const leftAt = (how: SessionEnd) => (outbox: CartOutbox) =>
  isMeant(how) || snapshotOf(outbox).owner !== undefined ? cleared(outbox) : outbox;

/** Removes the cart of a customer who logged out; later changes of others remain. */
export const forgotten = (outbox: CartOutbox, owner: number | undefined): CartOutbox =>
  snapshotOf(outbox).owner === owner ? cleared(outbox) : outbox;

/** The cart became an order. Products added since then and not yet sent start the next cart. */
export function ordered(outbox: CartOutbox): CartOutbox {
  return { ...cleared(outbox), entries: outbox.entries.filter(({ kind }) => kind === 'add') };
}

/** The line of an entry, as shown to the shopper. */
export function nameOf(outbox: CartOutbox, entry: PendingEntry): { key: string; name: string } {
  if (entry.kind === 'add') return { key: lineKey(entry.line), name: entry.line.name };
  const line = snapshotOf(outbox).items.find((item) => lineKey(item) === entry.key);
  return { key: entry.key, name: line?.name ?? (entry.kind === 'change' ? entry.line.name : '') };
}

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

/** Whether the offers of a confirmed line, which older snapshots lack, can be shown. */
function hasOffers({ unitPrice, dealsMet = [], dealsMissed = [] }: Record<string, unknown>): boolean {
  return (
    (unitPrice === undefined || isLike(unitPrice, { amount: 'number', unit: 'string' })) &&
    isListOf(dealsMet, (deal) => isLike(deal, { label: 'string', saving: 'number' })) &&
    isListOf(dealsMissed, (deal) => isLike(deal, { label: 'string', missing: 'number' }))
  );
}

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
    isListOf(value.items, (item) => isLine(item) && isLike(item, confirmedLine) && hasOffers(item)) &&
    isListOf(value.refusals, (refusal) =>
      isLike(refusal, { id: 'string', code: 'string', values: 'record' }),
    ) &&
    isNoneOr(value.owner, 'number') &&
    isNoneOr(value.token, 'string') &&
    isNoneOr(value.version, 'number') &&
    (value.totals === undefined || isLike(value.totals, totals)),
  isEntry: isCartEntry,
};
