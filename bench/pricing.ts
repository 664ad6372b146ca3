import { pricesNow, sourceFields, sourceOf } from '@fynbos/core/pricing/document.ts';
import { type Buyer, priceFields, priceOf, type SourcePrice } from '@fynbos/core/pricing/price.ts';
import type { Bench, Figure } from './figure.ts';

const products = 50;
const childrenEach = 40;
const rate = 15;
const now = new Date('2026-11-20T10:00:00Z');
const buyer: Buyer = { group: 2, quantity: 1 };
/** How long each figure is measured, in seconds; what is slower in a round than in the best is noise. */
const seconds = Number(process.env.BENCH_SECONDS ?? 4);

/**
 * What it costs to price a list, beside the least that anything done with its documents costs: reading their
 * JSON, in the same rounds. Nothing here waits, so the processor is all that is measured.
 */
export async function run(): Promise<Bench> {
  const simple = Array.from({ length: products }, (_, at) => document(at));
  const configurable = simple.map((parent, at) => ({
    ...parent,
    configurable_children: Array.from({ length: childrenEach }, (_, child) => document(at * 100 + child)),
  }));
  const families = configurable.map((one) => [one, ...one.configurable_children]);
  return {
    title: 'Pricing a list of fifty',
    rows: [
      ...figures(`${products} products`, simple, simple),
      ...figures(`${products} configurables, ${childrenEach} children each`, configurable, families.flat()),
    ],
  };
}

type Priced = ReturnType<typeof document>;

function figures(name: string, list: readonly object[], priced: readonly Priced[]): Figure[] {
  const sources = priced.map(sourceOf);
  const json = list.map((one) => JSON.stringify(one));
  const [floor, rule, whole] = inTurns([
    () => sum(json, (text) => Object.keys(JSON.parse(text)).length),
    () => sum(sources, (source) => priceOf(source, rate, now, buyer).final_incl_tax),
    () => sum(priced, (one) => pricesNow(one, rate, now, buyer).final_price_incl_tax),
  ]) as [number, number, number];
  const line = (what: string, took: number): Figure => ({
    what: `${what}, ${name}`,
    ours: `${micro(took)} = ${(took / floor).toFixed(2)} of the floor (${micro(floor)})`,
    aim: '',
    note: `${Math.round((took * 1e6) / priced.length)} ns a price, ${priced.length.toLocaleString('en')} prices`,
  });
  return [line('priceOf', rule), line('pricesNow', whole)];
}

/** Milliseconds of each task, its best tenth: rounds take turns, so that whatever else the machine does meets all alike. */
function inTurns(tasks: readonly (() => number)[]): number[] {
  const times = tasks.map((): number[] => []);
  const warm = performance.now() + (seconds * 1000) / 2;
  const end = warm + seconds * 1000;
  for (let at = performance.now(); at < end; at = performance.now()) {
    for (const [which, task] of tasks.entries()) {
      const took = timed(task);
      if (at > warm) times[which]!.push(took);
    }
  }
  if (!Number.isSafeInteger(Math.trunc(total))) throw new Error('A price is no number.');
  return times.map((all) => all.sort((one, other) => one - other)[Math.floor(all.length / 10)]!);
}

/** What tasks came to: looked at in the end, so that no compiler may leave them out. */
let total = 0;

function timed(task: () => number): number {
  const before = performance.now();
  total += task();
  return performance.now() - before;
}

function sum<T>(all: readonly T[], of: (one: T) => number): number {
  let found = 0;
  for (const one of all) found += of(one);
  return found;
}

const micro = (time: number) => `${Math.round(time * 1000).toLocaleString('en')} µs`;

/** A product as documents have it: every second on special, every third with prices for groups. */
function document(at: number) {
  const price = 1_000_000 + at * 997;
  const source: SourcePrice = {
    price,
    special_price: at % 2 === 0 ? price - 150_000 : null,
    special_from_date: '2026-11-01T00:00:00.000Z',
    special_to_date: '2026-12-01T00:00:00.000Z',
    tiers: at % 3 === 0 ? [{ customer_group_id: 2, qty: 1, value: price - 200_000 }] : [],
  };
  return {
    id: at + 1,
    sku: `SKU-${at}`,
    name: `Product ${at}`,
    status: 1,
    tax_class_id: 2,
    image: `/products/${at}.jpg`,
    stock: { product_id: at + 1, qty: 5, is_in_stock: true, manage_stock: true },
    ...priceFields(priceOf(source, rate, now)),
    ...sourceFields(source),
  };
}
