import { priceSourceOf, pricesNow, sourceFields } from '@fynbos/core/pricing/document-prices.ts';
import { type Buyer, priceFields, priceOf, type SourcePrice } from '@fynbos/core/pricing/price.ts';
import type { Bench, Measurement } from '../lib/metric.ts';

const products = 50;
const childrenEach = 40;
const rate = 15;
const now = new Date('2026-11-20T10:00:00Z');
const buyer: Buyer = { group: 2, quantity: 1 };
/** Duration of each measurement, in seconds. The best rounds count, because slower ones contain noise. */
const seconds = Number(process.env.BENCH_SECONDS ?? 4);

/**
 * The cost of pricing a list. The floor is parsing the JSON of its documents, in the same rounds. No task
 * waits for I/O, so only CPU time is measured.
 */
export async function run(): Promise<Bench> {
  const simple = Array.from({ length: products }, (_, at) => document(at));
  const configurable = simple.map((parent, at) => ({
    ...parent,
    configurable_children: Array.from({ length: childrenEach }, (_, child) => document(at * 100 + child)),
  }));
  const families = configurable.map((parent) => [parent, ...parent.configurable_children]);
  return {
    title: 'Price calculation for a list of fifty',
    rows: [
      ...measurements(`${products} products`, simple, simple),
      ...measurements(
        `${products} configurables, ${childrenEach} children each`,
        configurable,
        families.flat(),
      ),
    ],
  };
}

type Priced = ReturnType<typeof document>;

function measurements(name: string, list: readonly object[], priced: readonly Priced[]): Measurement[] {
  const sources = priced.map(priceSourceOf);
  const json = list.map((product) => JSON.stringify(product));
  const [floor, rule, fromDocument] = inTurns([
    () => sum(json, (text) => Object.keys(JSON.parse(text)).length),
    () => sum(sources, (source) => priceOf(source, rate, now, buyer).final_incl_tax),
    () => sum(priced, (product) => pricesNow(product, rate, now, buyer).final_price_incl_tax),
  ]) as [number, number, number];
  const row = (label: string, took: number): Measurement => ({
    label: `${label}, ${name}`,
    result: `${micro(took)} = ${(took / floor).toFixed(2)} of the floor (${micro(floor)})`,
    aim: '',
    note: `${Math.round((took * 1e6) / priced.length)} ns per price, ${priced.length.toLocaleString('en')} prices`,
  });
  return [row('priceOf', rule), row('pricesNow', fromDocument)];
}

/**
 * Milliseconds of each task, at its best tenth. The tasks take turns, so that other load on the machine
 * affects all alike.
 */
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
  if (!Number.isSafeInteger(Math.trunc(total))) throw new Error('A price is not a number.');
  return times.map((all) => all.sort((a, b) => a - b)[Math.floor(all.length / 10)]!);
}

/** Sum of all results. It is read at the end, so that the compiler cannot remove the tasks. */
let total = 0;

function timed(task: () => number): number {
  const before = performance.now();
  total += task();
  return performance.now() - before;
}

function sum<T>(all: readonly T[], of: (item: T) => number): number {
  let result = 0;
  for (const item of all) result += of(item);
  return result;
}

const micro = (time: number) => `${Math.round(time * 1000).toLocaleString('en')} µs`;

/** A product document: every second one has a special price, every third one has group prices. */
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
    ...sourceFields(source, rate),
  };
}
