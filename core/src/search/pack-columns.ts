import { type ProductType, productTypes, type Visibility } from '../catalogue/entities.ts';
import { slugOf } from '../catalogue/slug.ts';
import { drawnImage } from '../pictures/address.ts';
import type { CurrentFacts, PackProduct, SteadyFacts } from './pack.ts';

/** A column of texts that recur: each once, and where it stands. */
interface Recurring {
  texts: string[];
  at: number[];
}

/** A column that is mostly empty, or mostly what can be worked out: places, as steps from the one before, and what stands there. */
type Sparse<Value> = [steps: number[], values: Value[]];

/**
 * Products by column, in the order of their ids. Numbers that grow are written as steps, addresses and pictures only
 * where they do not follow from the name and the sku.
 */
export interface ProductColumns {
  id: number[];
  sku: string[];
  name: string[];
  brand: Recurring;
  type: number[];
  visibility: number[];
  position: number[];
  kind: Recurring;
  categories: Recurring;
  packsize: Recurring;
  choose: number[];
  path: Sparse<string>;
  image: Sparse<string>;
}

export interface CurrentColumns {
  price: number[];
  was: Sparse<number>;
  measured: Sparse<number>;
  /** The places of those that are sold out, as steps. */
  out: number[];
}

export function writeColumns(products: readonly PackProduct[]): ProductColumns & CurrentColumns {
  return {
    id: toSteps(products.map(({ id }) => id)),
    sku: products.map(({ sku }) => sku),
    name: products.map(({ name }) => name),
    brand: toRecurring(products.map(({ brand }) => brand)),
    type: products.map(({ type_id }) => productTypes.indexOf(type_id)),
    visibility: products.map(({ visibility }) => visibility),
    position: toSteps(products.map(({ position }) => position)),
    kind: toRecurring(products.map(({ kind }) => kind)),
    categories: toRecurring(products.map(({ category_ids }) => category_ids.join(' '))),
    packsize: toRecurring(products.map(({ packsize }) => packsize)),
    choose: placesWhere(products, ({ choose }) => choose),
    path: toSparse(products, (product) =>
      product.url_path === slugOf(product.name) ? undefined : product.url_path,
    ),
    image: toSparse(products, (product) =>
      product.image === drawnImage(product.sku) ? undefined : product.image,
    ),
    ...writeCurrent(products),
  };
}

export function writeCurrent(products: readonly CurrentFacts[]): CurrentColumns {
  return {
    price: products.map(({ price }) => price),
    was: toSparse(products, ({ was }) => was || undefined),
    measured: toSparse(products, ({ measured }) => measured || undefined),
    out: placesWhere(products, ({ inStock }) => !inStock),
  };
}

/** The products of columns; nothing where they are not columns that belong together. */
export function readColumns(columns: unknown): PackProduct[] | undefined {
  try {
    const given = columns as ProductColumns & CurrentColumns;
    const steady = readSteady(given);
    const current = readCurrent(given, steady.length);
    return current && steady.map((facts, at) => ({ ...facts, ...current[at]! }));
  } catch {
    // Whatever is wrong with it, it is no pack.
    return undefined;
  }
}

function readSteady(given: ProductColumns): SteadyFacts[] {
  const ids = fromSteps(numbers(given.id, Number.POSITIVE_INFINITY));
  const count = ids.length;
  const skus = texts(given.sku, count);
  const names = texts(given.name, count);
  const brands = fromRecurring(given.brand, count);
  const types = numbers(given.type, count);
  const visibilities = numbers(given.visibility, count);
  const positions = fromSteps(numbers(given.position, count));
  const kinds = fromRecurring(given.kind, count);
  const categories = fromRecurring(given.categories, count);
  const packsizes = fromRecurring(given.packsize, count);
  const chosen = new Set(fromSteps(numbers(given.choose, Number.POSITIVE_INFINITY)));
  const paths = fromSparse(given.path, 'string');
  const images = fromSparse(given.image, 'string');
  // Places in columns hang on the order, so that no pack may be in another.
  if (ids.some((id, at) => at > 0 && id <= ids[at - 1]!)) throw new TypeError('ids are not in order');
  return ids.map((id, at) => ({
    id,
    sku: skus[at]!,
    name: names[at]!,
    brand: brands[at]!,
    type_id: typeAt(types[at]!),
    visibility: visibilities[at] as Visibility,
    position: positions[at]!,
    kind: kinds[at]!,
    category_ids: categories[at] === '' ? [] : categories[at]!.split(' ').map(whole),
    url_path: paths.get(at) ?? slugOf(names[at]!),
    image: images.get(at) ?? drawnImage(skus[at]!),
    packsize: packsizes[at]!,
    choose: chosen.has(at),
  }));
}

/** What is current of so many products; nothing where it is told of another number of them. */
export function readCurrent(given: CurrentColumns, count: number): CurrentFacts[] | undefined {
  try {
    const prices = numbers(given.price, count);
    const was = fromSparse(given.was, 'number');
    const measured = fromSparse(given.measured, 'number');
    const out = new Set(fromSteps(numbers(given.out, Number.POSITIVE_INFINITY)));
    return prices.map((price, at) => ({
      price,
      was: was.get(at) ?? 0,
      measured: measured.get(at) ?? 0,
      inStock: !out.has(at),
    }));
  } catch {
    return undefined;
  }
}

function toSteps(values: readonly number[]): number[] {
  return values.map((value, at) => value - (values[at - 1] ?? 0));
}

function fromSteps(steps: readonly number[]): number[] {
  let value = 0;
  return steps.map((step) => {
    value += step;
    return value;
  });
}

function toRecurring(values: readonly string[]): Recurring {
  const places = new Map<string, number>();
  const at = values.map((value) => {
    const place = places.get(value) ?? places.size;
    places.set(value, place);
    return place;
  });
  return { texts: [...places.keys()], at };
}

function fromRecurring(column: Recurring, count: number): string[] {
  const known = texts(column.texts, column.texts.length);
  return numbers(column.at, count).map((place) => {
    const text = known[place];
    if (text === undefined) throw new TypeError('a text is missing');
    return text;
  });
}

function placesWhere<Item>(items: readonly Item[], fits: (item: Item) => boolean): number[] {
  return toSteps(items.flatMap((item, at) => (fits(item) ? [at] : [])));
}

function toSparse<Item, Value>(
  items: readonly Item[],
  read: (item: Item) => Value | undefined,
): Sparse<Value> {
  const told = items.flatMap((item, at) => {
    const value = read(item);
    return value === undefined ? [] : [{ at, value }];
  });
  return [toSteps(told.map(({ at }) => at)), told.map(({ value }) => value)];
}

function fromSparse(column: Sparse<string>, type: 'string'): Map<number, string>;
function fromSparse(column: Sparse<number>, type: 'number'): Map<number, number>;
function fromSparse([steps, values]: Sparse<unknown>, type: 'string' | 'number'): Map<number, unknown> {
  const places = fromSteps(numbers(steps, values.length));
  const read = type === 'string' ? texts(values, places.length) : numbers(values, places.length);
  return new Map(places.map((place, at) => [place, read[at]]));
}

function typeAt(place: number): ProductType {
  const type = productTypes[place];
  if (!type) throw new TypeError('a type is unknown');
  return type;
}

function whole(digits: string): number {
  if (!/^\d+$/.test(digits)) throw new TypeError('a category is no number');
  return Number(digits);
}

/** A column of so many whole numbers; with no end given, of any number. */
function numbers(column: unknown, count: number): number[] {
  if (!Array.isArray(column) || (Number.isFinite(count) && column.length !== count))
    throw new TypeError('a column is too short or too long');
  if (!column.every(Number.isSafeInteger)) throw new TypeError('a column is not of numbers');
  return column;
}

function texts(column: unknown, count: number): string[] {
  if (!Array.isArray(column) || column.length !== count)
    throw new TypeError('a column is too short or too long');
  if (!column.every((text) => typeof text === 'string')) throw new TypeError('a column is not of texts');
  return column;
}
