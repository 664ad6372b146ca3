import { type ProductType, productTypes, type Visibility } from '../../catalogue/entities.ts';
import { slugOf } from '../../catalogue/slug.ts';
import { drawnImage } from '../../images/drawn-image.ts';
import type { CurrentFacts, SnapshotProduct, SteadyFacts } from './snapshot-product.ts';

// Assertions: every column is checked to have one value per id.

/** A column of recurring texts: each distinct text once, and the index of each product. */
interface Recurring {
  texts: string[];
  at: number[];
}

/** A column that is mostly empty or derivable: positions as differences, and their values. */
type Sparse<Value> = [steps: number[], values: Value[]];

/**
 * Products by column, in the order of their ids. Growing numbers are stored as differences; paths and
 * images only where they do not follow from the name and the sku.
 */
export interface ProductColumns {
  id: number[];
  sku: string[];
  name: string[];
  brand: Recurring;
  /** Absent in snapshots of the previous version, and where every slug follows from the name. */
  brandSlug?: Sparse<string>;
  type: number[];
  visibility: number[];
  position: number[];
  kind: Recurring;
  categories: Recurring;
  packsize: Recurring;
  choose: number[];
  /** Absent in snapshots of the previous version, and where every minimum is 1. */
  minimum?: Sparse<number>;
  path: Sparse<string>;
  image: Sparse<string>;
}

export interface CurrentColumns {
  price: number[];
  was: Sparse<number>;
  measured: Sparse<number>;
  /** Positions of sold-out products, as differences. */
  out: number[];
}

export function writeColumns(products: readonly SnapshotProduct[]): ProductColumns & CurrentColumns {
  return {
    id: toSteps(products.map(({ id }) => id)),
    sku: products.map(({ sku }) => sku),
    name: products.map(({ name }) => name),
    brand: toRecurring(products.map(({ brand }) => brand)),
    ...(products.some(({ brandSlug }) => brandSlug) && {
      brandSlug: toSparse(products, ({ brandSlug }) => brandSlug),
    }),
    type: products.map(({ type_id }) => productTypes.indexOf(type_id)),
    visibility: products.map(({ visibility }) => visibility),
    position: toSteps(products.map(({ position }) => position)),
    kind: toRecurring(products.map(({ kind }) => kind)),
    categories: toRecurring(products.map(({ category_ids }) => category_ids.join(' '))),
    packsize: toRecurring(products.map(({ packsize }) => packsize)),
    choose: placesWhere(products, ({ choose }) => choose),
    ...(products.some(({ minimum }) => minimum) && { minimum: toSparse(products, ({ minimum }) => minimum) }),
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

/** Reads the products of columns; undefined when the columns are invalid or inconsistent. */
export function readColumns(columns: unknown): SnapshotProduct[] | undefined {
  try {
    // `readSteady` and `readCurrent` check every column.
    const parsed = columns as ProductColumns & CurrentColumns;
    const steady = readSteady(parsed);
    const current = readCurrent(parsed, steady.length);
    return current && steady.map((facts, at) => ({ ...facts, ...current[at]! }));
  } catch {
    // Any error means that this is not a valid snapshot.
    return undefined;
  }
}

function readSteady(columns: ProductColumns): SteadyFacts[] {
  const ids = fromSteps(numbers(columns.id, Number.POSITIVE_INFINITY));
  const count = ids.length;
  const skus = texts(columns.sku, count);
  const names = texts(columns.name, count);
  const brands = fromRecurring(columns.brand, count);
  const brandSlugs = columns.brandSlug ? fromSparse(columns.brandSlug, 'string') : new Map<number, string>();
  const types = numbers(columns.type, count);
  const visibilities = numbers(columns.visibility, count);
  const positions = fromSteps(numbers(columns.position, count));
  const kinds = fromRecurring(columns.kind, count);
  const categories = fromRecurring(columns.categories, count);
  const packsizes = fromRecurring(columns.packsize, count);
  const chosen = new Set(fromSteps(numbers(columns.choose, Number.POSITIVE_INFINITY)));
  const minima = columns.minimum ? fromSparse(columns.minimum, 'number') : new Map<number, number>();
  const paths = fromSparse(columns.path, 'string');
  const images = fromSparse(columns.image, 'string');
  // Positions depend on the order, so a snapshot must be sorted by id.
  if (ids.some((id, at) => at > 0 && id <= ids[at - 1]!)) throw new TypeError('ids are not in order');
  return ids.map((id, at) => ({
    id,
    sku: skus[at]!,
    name: names[at]!,
    brand: brands[at]!,
    ...(brandSlugs.has(at) && { brandSlug: brandSlugs.get(at)! }),
    type_id: typeAt(types[at]!),
    // A visibility that does not exist matches no filter.
    visibility: visibilities[at] as Visibility,
    position: positions[at]!,
    kind: kinds[at]!,
    category_ids: categories[at] === '' ? [] : categories[at]!.split(' ').map(parseId),
    url_path: paths.get(at) ?? slugOf(names[at]!),
    image: images.get(at) ?? drawnImage(skus[at]!),
    packsize: packsizes[at]!,
    choose: chosen.has(at),
    ...(minima.has(at) && { minimum: minima.get(at)! }),
  }));
}

/** Reads the current facts of `count` products; undefined when the columns have another length. */
export function readCurrent(columns: CurrentColumns, count: number): CurrentFacts[] | undefined {
  try {
    const prices = numbers(columns.price, count);
    const was = fromSparse(columns.was, 'number');
    const measured = fromSparse(columns.measured, 'number');
    const out = new Set(fromSteps(numbers(columns.out, Number.POSITIVE_INFINITY)));
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
  const entries = items.flatMap((item, at) => {
    const value = read(item);
    return value === undefined ? [] : [{ at, value }];
  });
  return [toSteps(entries.map(({ at }) => at)), entries.map(({ value }) => value)];
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

function parseId(digits: string): number {
  if (!/^\d+$/.test(digits)) throw new TypeError('a category is not a number');
  return Number(digits);
}

/** Validates a column of `count` integers; of any length when `count` is infinite. */
function numbers(column: unknown, count: number): number[] {
  if (!Array.isArray(column) || (Number.isFinite(count) && column.length !== count))
    throw new TypeError('a column is too short or too long');
  if (!column.every(Number.isSafeInteger)) throw new TypeError('a column does not consist of numbers');
  return column;
}

function texts(column: unknown, count: number): string[] {
  if (!Array.isArray(column) || column.length !== count)
    throw new TypeError('a column is too short or too long');
  if (!column.every((text) => typeof text === 'string'))
    throw new TypeError('a column does not consist of text');
  return column;
}
