import { type CartEntry, withPending } from '@fynbos/core/cart/entry.ts';
import { lineKey } from '@fynbos/core/cart/line.ts';
import type { Box, BoxStore } from '../offline/box.ts';
import type { CartLine, ConfirmedLine } from './cart-line.ts';
import type { CartViewTotals, Refusal } from './cart-view.ts';

/** What the shopper did and the server has not confirmed. */
export type PendingEntry = CartEntry<CartLine>;

export type ConfirmedTotals = Omit<CartViewTotals, 'estimate'>;

/** The cart as an answer of the server has it. */
export interface ServerCart {
  /** Counts what was done to this cart; an answer with a lower one is older. */
  version: number;
  items: readonly ConfirmedLine[];
  totals: ConfirmedTotals;
}

/** What this browser knows of the server's cart; apart from what waits, and changed together with it. */
export interface KeptCart {
  /** The customer whose cart it is; undefined for a guest's. */
  owner: number | undefined;
  token: string | undefined;
  /** Of `items` and `totals`; undefined until the cart of this token was read. */
  version: number | undefined;
  items: readonly ConfirmedLine[];
  totals: ConfirmedTotals | undefined;
  /** The guest's cart may have gone into the customer's already: nothing more is sent to it (decision 21). */
  joining: boolean;
  /** Taken off at login, to be applied again after it (commerce 4). */
  couponAtLogin: string | undefined;
  refusals: readonly Refusal[];
  /** The entries that left last: who still holds one of them need not show it. */
  left: readonly string[];
  /** Orders made without a network whose lines were taken out, or put back. */
  moved?: readonly string[];
}

/** Under which name tabs tell each other of it. */
export const cartTabsName = 'fynbos-cart';

export type CartBox = Box<KeptCart, PendingEntry>;
export type CartBoxStore = BoxStore<KeptCart, PendingEntry>;

export const noCart: KeptCart = {
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

export const keptOf = ({ kept }: CartBox): KeptCart => kept ?? noCart;

const mostRefusals = 20;
const mostLeft = 20;

/** Whether an entry is in the box, or has been and left already. */
export function isKnown(box: CartBox, { id }: PendingEntry): boolean {
  return box.entries.some((entry) => entry.id === id) || keptOf(box).left.includes(id);
}

/** Puts an entry in at the end, once: another page may have found it unwritten (`unwritten.ts`) and done so before. */
export function appended(box: CartBox, entry: PendingEntry): CartBox {
  if (isKnown(box, entry)) return box;
  return { ...box, kept: keptOf(box), entries: [...box.entries, entry] };
}

/** Takes entries out; `left` remembers them. */
function without(box: CartBox, id: string | undefined): CartBox {
  if (!box.entries.some((entry) => entry.id === id)) return box;
  const kept = keptOf(box);
  return {
    ...box,
    kept: { ...kept, left: [id!, ...kept.left].slice(0, mostLeft) },
    entries: box.entries.filter((entry) => entry.id !== id),
  };
}

/** Something that was asked of the cart of this token; what is answered for another cart is not ours. */
export interface Asked {
  token: string;
  /** The entry that was sent, if it is done with this answer. */
  entry?: string | undefined;
  /** The line it named, and what the server calls it. */
  renamed?: { from: string; to: string } | undefined;
}

/**
 * The server answered: the entry leaves and the cart is confirmed in one step. A cart older than the one
 * that is known never takes its place (decision 22).
 */
export function confirmed(box: CartBox, { token, entry, renamed }: Asked, cart: ServerCart): CartBox {
  const kept = keptOf(box);
  if (kept.token !== token || isPassed(box, entry)) return box;
  const next = renamedIn(without(box, entry), renamed);
  if (kept.version !== undefined && cart.version < kept.version) return next;
  return { ...next, kept: { ...keptOf(next), ...cart } };
}

/**
 * A cart that was read is older than the one that was known before it was asked for: the shop has lost the
 * difference (its data were put back). What it has now counts; otherwise it would be asked for for ever.
 *
 * @param before the box as it was when the cart was asked for
 */
export function wentBack(box: CartBox, before: CartBox, { version }: ServerCart): CartBox {
  const known = keptOf(before);
  const kept = keptOf(box);
  if (known.version === undefined || version >= known.version) return box;
  if (kept.token !== known.token || kept.version !== known.version) return box;
  return { ...box, kept: { ...kept, version: undefined } };
}

/**
 * An answer that says nothing new, where tabs send without locks: its entry has left already, or it was asked
 * for when nothing waited and something does now. It could hold what waits still, which would count twice;
 * the answer to what waits brings the whole cart.
 */
function isPassed(box: CartBox, id: string | undefined): boolean {
  if (id !== undefined) return !box.entries.some((entry) => entry.id === id);
  return box.entries.length > 0 && keptOf(box).version !== undefined;
}

/** The server normalises options: what was done since to the line is meant for its name there. */
function renamedIn(box: CartBox, renamed: Asked['renamed']): CartBox {
  if (!renamed || renamed.from === renamed.to) return box;
  const entries = box.entries.map((entry) =>
    'key' in entry && entry.key === renamed.from ? { ...entry, key: renamed.to } : entry,
  );
  return { ...box, entries };
}

/** The server would not: the entry leaves, so that the line is as it was before, and the shopper is told. */
export function refused(box: CartBox, token: string, refusal: Refusal): CartBox {
  if (keptOf(box).token !== token) return box;
  const next = without(box, refusal.id);
  const kept = keptOf(next);
  return { ...next, kept: { ...kept, refusals: [refusal, ...kept.refusals].slice(0, mostRefusals) } };
}

/** An entry that changes nothing any more: its line is gone. */
export function dropped(box: CartBox, token: string, entry: string): CartBox {
  return keptOf(box).token === token ? without(box, entry) : box;
}

/** The shopper lets it go before it was sent: the line is as it was without it. */
export const discarded = (box: CartBox, id: string): CartBox => without(box, id);

export function dismissed(box: CartBox, id: string): CartBox {
  const kept = keptOf(box);
  return { ...box, kept: { ...kept, refusals: kept.refusals.filter((refusal) => refusal.id !== id) } };
}

/**
 * A guest's cart begins to go into the customer's: from here on nothing else is sent until that is answered.
 * Where the guest had no cart at the server yet, what was done becomes what it came to: only that is added
 * to the customer's cart, whatever was removed on the way.
 */
export function joining(box: CartBox, newId: () => string): CartBox {
  const kept = keptOf(box);
  if (kept.joining || kept.owner !== undefined) return box;
  // Done in between, and perhaps on its way to the guest's cart already: that comes first.
  if (kept.token !== undefined && box.entries.length > 0) return box;
  const cameTo = withPending<CartLine>([], box.entries).map(({ key: _, pending: __, qty, ...line }) =>
    addOf(line, qty, newId()),
  );
  if (kept.token !== undefined) return { ...box, kept: { ...kept, joining: true } };
  const left = [...box.entries.map(({ id }) => id), ...kept.left].slice(0, mostLeft);
  return { ...box, kept: { ...kept, joining: true, left }, entries: cameTo };
}

/** The login did not reach the guest's cart: it is a guest's still. */
export function notJoined(box: CartBox, token: string): CartBox {
  const kept = keptOf(box);
  return kept.token === token ? { ...box, kept: { ...kept, joining: false } } : box;
}

function addOf(line: CartLine, qty: number, id: string): PendingEntry {
  return { id, at: 0, kind: 'add', line, qty };
}

/**
 * A cart was opened in the place of the one with the token `before`. A guest's is new and empty; a
 * customer's is read before anything is sent to it, and until then what was there is shown.
 */
export function opened(
  box: CartBox,
  before: string | undefined,
  { token, owner }: { token: string; owner: number | undefined },
): CartBox {
  const kept = keptOf(box);
  if (kept.token !== before) return box;
  // They have logged out while the shop opened it: what was done here since is a guest's.
  if (owner !== undefined && owner !== kept.owner && !kept.joining) return box;
  const cart = owner === undefined ? { version: 0, items: [] } : { version: undefined };
  return { ...box, kept: { ...kept, ...cart, totals: undefined, token, owner, joining: false } };
}

/**
 * The server knows this cart no more. A guest's lines are put into a new one, in front of what waits. A customer's cart is with the server, whatever
 * became of the token; and so is a guest's that a login has used up.
 */
export function lost(box: CartBox, token: string, newId: () => string): CartBox {
  const kept = keptOf(box);
  if (kept.token !== token) return box;
  const bare = { ...noCart, couponAtLogin: kept.couponAtLogin, refusals: kept.refusals, left: kept.left };
  if (kept.joining) return { ...box, kept: bare };
  const { owner, items } = kept;
  if (owner !== undefined) return { ...box, kept: { ...bare, owner, items } };
  const again = kept.items.map(
    (line): PendingEntry => ({
      id: newId(),
      at: 0,
      kind: 'add',
      line: cartLineOf(line),
      qty: line.qty,
    }),
  );
  const entries = [...again, ...box.entries];
  return { ...box, kept: { ...bare, couponAtLogin: kept.totals?.coupon ?? kept.couponAtLogin }, entries };
}

/** What a line is, without what the server said of it. */
function cartLineOf({
  item_id: _,
  qty: __,
  paid: ___,
  discount: ____,
  deals: _____,
  problems: ______,
  ...line
}: ConfirmedLine): CartLine {
  return line;
}

/**
 * Where nothing was ever kept but the token, the cart is what the server has. A box that was emptied says that
 * there is none: the page may have ended before it forgot the token too.
 */
export function withToken(box: CartBox, token: string): CartBox {
  return box.rev > 0 ? box : { ...box, kept: { ...noCart, token } };
}

/** Nothing is left: after a logout, and after an order. */
export function cleared(box: CartBox): CartBox {
  return { ...box, kept: undefined, entries: [] };
}

/** The cart of somebody who has left is gone from here; what others did since is theirs. */
export const forgotten = (box: CartBox, owner: number | undefined): CartBox =>
  keptOf(box).owner === owner ? cleared(box) : box;

/** The cart went into an order. What was added since then, and has not been sent, begins the next one. */
export function ordered(box: CartBox): CartBox {
  return { ...cleared(box), entries: box.entries.filter(({ kind }) => kind === 'add') };
}

/** The line an entry is about, as the shopper sees it. */
export function nameOf(box: CartBox, entry: PendingEntry): { key: string; name: string } {
  if (entry.kind === 'add') return { key: lineKey(entry.line), name: entry.line.name };
  const line = keptOf(box).items.find((item) => lineKey(item) === entry.key);
  return { key: entry.key, name: line?.name ?? (entry.kind === 'change' ? entry.line.name : '') };
}
