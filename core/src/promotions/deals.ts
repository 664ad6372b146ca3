import { type Cents, shareOut } from '../money.ts';
import { isWithin } from '../pricing/tax.ts';
import { shop } from '../shop.ts';

/** A catalogue promotion (spec D18): any mix of its products counts. */
export interface Deal {
  id: number;
  code: string;
  label: string;
  kind: 'buy_n_pay_m' | 'n_for' | 'combo';
  /** Number of units in one set; for a combo, one of each part. */
  qty: number;
  /** For `buy_n_pay_m`: number of units paid per set. */
  pay_qty: number | null;
  /** For `n_for` and `combo`: price of a set, tax included. */
  price: Cents | null;
  /** The part of a combo that a product is; 1 for the other kinds. */
  products: ReadonlyMap<string, number>;
  /** First and last instant, ISO 8601; open when absent. */
  valid_from: string | null;
  valid_to: string | null;
}

/** Whether a promotion is valid in this currency: a price in rand has no value in euros. */
export function dealHoldsIn({ price }: Pick<Deal, 'price'>, currency: string): boolean {
  return price === null || currency === shop.currency;
}

/** Units of one line, with their unit price including tax after special, tier and group prices. */
export interface DealLine {
  key: string;
  sku: string;
  qty: number;
  unit: Cents;
}

/** Discount of a line by a deal. */
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
  return applyDeals(lines, deals, now).discounts;
}

/** The same, with the units that no deal has used. */
export function applyDeals(
  lines: readonly DealLine[],
  deals: readonly Deal[],
  now: Date,
): { discounts: DealDiscount[]; left: readonly DealLine[] } {
  let left = lines;
  let open = deals
    .filter((deal) => isWithin(now, deal.valid_from, deal.valid_to))
    .flatMap((deal) => saving(deal, left));
  const discounts: DealDiscount[] = [];
  while (open.length > 0) {
    const { deal, outcome } = open.reduce((a, b) => (b.outcome.saving > a.outcome.saving ? b : a));
    for (const [key, amount] of outcome.off) discounts.push({ key, deal, amount });
    const affected = left.filter((line) => outcome.used.has(line.key));
    left = without(left, outcome.used);
    // Only deals that share units with it can save less now. A deal that saves nothing now never will with
    // fewer units.
    open = open.flatMap((candidate) => {
      if (candidate.deal === deal) return [];
      return affected.some((line) => candidate.deal.products.has(line.sku))
        ? saving(candidate.deal, left)
        : candidate;
    });
  }
  return { discounts, left };
}

/** Whether a deal saves anything on these units. */
export const savesOn = (deal: Deal, lines: readonly DealLine[]): boolean => outcomeOf(deal, lines).saving > 0;

/** A deal and its saving, if any. */
function saving(deal: Deal, left: readonly DealLine[]): { deal: Deal; outcome: Outcome }[] {
  const outcome = outcomeOf(deal, left);
  return outcome.saving > 0 ? [{ deal, outcome }] : [];
}

interface Outcome {
  saving: Cents;
  /** Discount per line, and number of units the deal used. */
  off: Map<string, Cents>;
  used: Map<string, number>;
}

/** Units of lines that make one set, and how often the same set can be made. */
interface UnitSet {
  times: number;
  units: { line: DealLine; count: number }[];
}

function outcomeOf(deal: Deal, lines: readonly DealLine[]): Outcome {
  const outcome: Outcome = { saving: 0, off: new Map(), used: new Map() };
  for (const set of setsOf(deal, lines)) {
    const off = savingOf(deal, set);
    const saving = [...off.values()].reduce((sum, amount) => sum + amount, 0);
    if (saving <= 0) continue;
    outcome.saving += saving * set.times;
    for (const [key, amount] of off) add(outcome.off, key, amount * set.times);
    for (const { line, count } of set.units) add(outcome.used, line.key, count * set.times);
  }
  return outcome;
}

function setsOf(deal: Deal, lines: readonly DealLine[]): UnitSet[] {
  const eligible = dearestFirst(lines.filter((line) => line.qty > 0 && deal.products.has(line.sku)));
  return deal.kind === 'combo' ? combosOf(deal, eligible) : groupsOf(deal.qty, eligible);
}

function dearestFirst(lines: readonly DealLine[]): DealLine[] {
  return lines.toSorted((a, b) => b.unit - a.unit || (a.key < b.key ? -1 : 1));
}

/** Groups of `size` units; equal groups from one line are counted, not listed. */
function groupsOf(size: number, lines: readonly DealLine[]): UnitSet[] {
  const sets: UnitSet[] = [];
  let open: UnitSet['units'] = [];
  let missing = size;
  for (const line of lines) {
    let left = line.qty;
    if (open.length > 0) {
      const count = Math.min(left, missing);
      open.push({ line, count });
      left -= count;
      missing -= count;
      if (missing > 0) continue;
      sets.push({ times: 1, units: open });
      [open, missing] = [[], size];
    }
    const wholeSets = Math.floor(left / size);
    if (wholeSets > 0) sets.push({ times: wholeSets, units: [{ line, count: size }] });
    const rest = left - wholeSets * size;
    if (rest > 0) {
      open = [{ line, count: rest }];
      missing = size - rest;
    }
  }
  return sets;
}

/** One unit of each part, the most expensive first. */
function combosOf(deal: Deal, lines: readonly DealLine[]): UnitSet[] {
  const parts = [...Map.groupBy(lines, (line) => deal.products.get(line.sku)).values()].map((group) =>
    group.map((line) => ({ line, left: line.qty })),
  );
  const requiredParts = new Set(deal.products.values()).size;
  const sets: UnitSet[] = [];
  while (requiredParts > 0 && parts.length === requiredParts && parts.every((part) => part.length > 0)) {
    // No part is empty.
    const heads = parts.map((part) => part[0]!);
    const times = Math.min(...heads.map((head) => head.left));
    sets.push({ times, units: heads.map(({ line }) => ({ line, count: 1 })) });
    for (const head of heads) head.left -= times;
    for (const part of parts) if (part[0]?.left === 0) part.shift();
  }
  return sets;
}

/** Saving of one set by line: the cheapest units are free, or the saving is split in proportion to price. */
function savingOf(deal: Deal, { units }: UnitSet): Map<string, Cents> {
  const off = new Map<string, Cents>();
  if (deal.kind === 'buy_n_pay_m') {
    let free = deal.qty - (deal.pay_qty ?? deal.qty);
    for (const { line, count } of units.toReversed()) {
      const freeUnits = Math.min(free, count);
      if (freeUnits > 0) add(off, line.key, freeUnits * line.unit);
      free -= freeUnits;
    }
    return off;
  }
  const worth = units.map(({ line, count }) => line.unit * count);
  const saving = worth.reduce((sum, amount) => sum + amount, 0) - (deal.price ?? 0);
  if (deal.price === null || saving <= 0) return off;
  shareOut(saving, worth).forEach((amount, index) => {
    // `worth` has one amount for each of the units.
    add(off, units[index]!.line.key, amount);
  });
  return off;
}

function without(lines: readonly DealLine[], used: ReadonlyMap<string, number>): DealLine[] {
  return lines.map((line) => ({ ...line, qty: line.qty - (used.get(line.key) ?? 0) }));
}

function add(to: Map<string, number>, key: string, amount: number): void {
  to.set(key, (to.get(key) ?? 0) + amount);
}
