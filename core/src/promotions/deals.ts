import { type Cents, shareOut } from '../money.ts';
import { isWithin } from '../pricing/tax.ts';
import { shop } from '../shop.ts';

/** A catalogue promotion (decision 18): any mix of its products counts. */
export interface Deal {
  id: number;
  code: string;
  label: string;
  kind: 'buy_n_pay_m' | 'n_for' | 'combo';
  /** How many pieces make one set; for a combo one of each part. */
  qty: number;
  /** Of `buy_n_pay_m`: how many of a set are paid. */
  pay_qty: number | null;
  /** Of `n_for` and `combo`: what a set costs, tax included. */
  price: Cents | null;
  /** Which part of a combo a product is; 1 for the other kinds. */
  products: ReadonlyMap<string, number>;
  /** First and last instant, ISO 8601; open when absent. */
  valid_from: string | null;
  valid_to: string | null;
}

/** Whether a promotion means anything where this currency is paid: a price in rand is none in euros. */
export function dealHoldsIn({ price }: Pick<Deal, 'price'>, currency: string): boolean {
  return price === null || currency === shop.currency;
}

/** Pieces of one line: what one costs with tax after special, tier and group prices. */
export interface DealLine {
  key: string;
  sku: string;
  qty: number;
  unit: Cents;
}

/** What a deal takes off a line. */
export interface DealDiscount {
  key: string;
  deal: Deal;
  amount: Cents;
}

/**
 * What the deals in force take off a cart. Each piece counts in one deal only; the deal that saves most
 * goes first, and within a deal the dearest pieces, so that the shopper pays the least. A deal that would
 * cost more than the pieces do is left out.
 */
export function dealDiscounts(lines: readonly DealLine[], deals: readonly Deal[], now: Date): DealDiscount[] {
  let left = lines;
  let open = deals
    .filter((deal) => isWithin(now, deal.valid_from, deal.valid_to))
    .flatMap((deal) => saving(deal, left));
  const found: DealDiscount[] = [];
  while (open.length > 0) {
    const { deal, outcome } = open.reduce((one, other) =>
      other.outcome.saving > one.outcome.saving ? other : one,
    );
    for (const [key, amount] of outcome.off) found.push({ key, deal, amount });
    const taken = left.filter((line) => outcome.used.has(line.key));
    left = without(left, outcome.used);
    // Only what shares a piece with it can save less now; what saves nothing never will with fewer pieces.
    open = open.flatMap((one) => {
      if (one.deal === deal) return [];
      return taken.some((line) => one.deal.products.has(line.sku)) ? saving(one.deal, left) : one;
    });
  }
  return found;
}

/** A deal with what it would save, if anything. */
function saving(deal: Deal, left: readonly DealLine[]): { deal: Deal; outcome: Outcome }[] {
  const outcome = outcomeOf(deal, left);
  return outcome.saving > 0 ? [{ deal, outcome }] : [];
}

interface Outcome {
  saving: Cents;
  /** What comes off each line, and how many of its pieces the deal took. */
  off: Map<string, Cents>;
  used: Map<string, number>;
}

/** Some pieces of lines that make one set, and how often the same set can be made. */
interface SetOfPieces {
  times: number;
  pieces: { line: DealLine; count: number }[];
}

function outcomeOf(deal: Deal, lines: readonly DealLine[]): Outcome {
  const outcome: Outcome = { saving: 0, off: new Map(), used: new Map() };
  for (const set of setsOf(deal, lines)) {
    const off = savingOf(deal, set);
    const saving = [...off.values()].reduce((sum, amount) => sum + amount, 0);
    if (saving <= 0) continue;
    outcome.saving += saving * set.times;
    for (const [key, amount] of off) add(outcome.off, key, amount * set.times);
    for (const { line, count } of set.pieces) add(outcome.used, line.key, count * set.times);
  }
  return outcome;
}

function setsOf(deal: Deal, lines: readonly DealLine[]): SetOfPieces[] {
  const eligible = dearestFirst(lines.filter((line) => line.qty > 0 && deal.products.has(line.sku)));
  return deal.kind === 'combo' ? combosOf(deal, eligible) : groupsOf(deal.qty, eligible);
}

function dearestFirst(lines: readonly DealLine[]): DealLine[] {
  return lines.toSorted((one, other) => other.unit - one.unit || (one.key < other.key ? -1 : 1));
}

/** Groups of `size` pieces; equal groups out of one line are counted, not listed. */
function groupsOf(size: number, lines: readonly DealLine[]): SetOfPieces[] {
  const sets: SetOfPieces[] = [];
  let open: SetOfPieces['pieces'] = [];
  let missing = size;
  for (const line of lines) {
    let left = line.qty;
    if (open.length > 0) {
      const count = Math.min(left, missing);
      open.push({ line, count });
      left -= count;
      missing -= count;
      if (missing > 0) continue;
      sets.push({ times: 1, pieces: open });
      [open, missing] = [[], size];
    }
    const whole = Math.floor(left / size);
    if (whole > 0) sets.push({ times: whole, pieces: [{ line, count: size }] });
    const rest = left - whole * size;
    if (rest > 0) {
      open = [{ line, count: rest }];
      missing = size - rest;
    }
  }
  return sets;
}

/** One piece of each part, the dearest of each first. */
function combosOf(deal: Deal, lines: readonly DealLine[]): SetOfPieces[] {
  const parts = [...Map.groupBy(lines, (line) => deal.products.get(line.sku)!).values()].map((own) =>
    own.map((line) => ({ line, left: line.qty })),
  );
  const wanted = new Set(deal.products.values()).size;
  const sets: SetOfPieces[] = [];
  while (wanted > 0 && parts.length === wanted && parts.every((part) => part.length > 0)) {
    const heads = parts.map((part) => part[0]!);
    const times = Math.min(...heads.map((head) => head.left));
    sets.push({ times, pieces: heads.map(({ line }) => ({ line, count: 1 })) });
    for (const part of parts) {
      part[0]!.left -= times;
      if (part[0]!.left === 0) part.shift();
    }
  }
  return sets;
}

/** What one set saves, by line: the cheapest pieces are free, or the saving is shared out by price. */
function savingOf(deal: Deal, { pieces }: SetOfPieces): Map<string, Cents> {
  const off = new Map<string, Cents>();
  if (deal.kind === 'buy_n_pay_m') {
    let free = deal.qty - (deal.pay_qty ?? deal.qty);
    for (const { line, count } of pieces.toReversed()) {
      const given = Math.min(free, count);
      if (given > 0) add(off, line.key, given * line.unit);
      free -= given;
    }
    return off;
  }
  const worth = pieces.map(({ line, count }) => line.unit * count);
  const saving = worth.reduce((sum, one) => sum + one, 0) - (deal.price ?? 0);
  if (deal.price === null || saving <= 0) return off;
  shareOut(saving, worth).forEach((amount, index) => {
    add(off, pieces[index]!.line.key, amount);
  });
  return off;
}

function without(lines: readonly DealLine[], used: ReadonlyMap<string, number>): DealLine[] {
  return lines.map((line) => ({ ...line, qty: line.qty - (used.get(line.key) ?? 0) }));
}

function add(to: Map<string, number>, key: string, amount: number): void {
  to.set(key, (to.get(key) ?? 0) + amount);
}
