import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { writeSnapshot } from '@fynbos/core/search/snapshot/catalog-snapshot.ts';
import {
  type Difference,
  differenceFor,
  type HashedSnapshot,
  type Held,
} from '@fynbos/core/search/snapshot/snapshot-difference.ts';
import { hashProduct, type ProductHash, versionOf } from '@fynbos/core/search/snapshot/snapshot-hash.ts';
import type { SnapshotProduct } from '@fynbos/core/search/snapshot/snapshot-product.ts';
import { parseProduct } from '../../catalogue/documents/product-index.ts';
import type { LiveCatalogue } from '../../catalogue/live-catalogue.ts';
import { labelFinder } from '../option-labels.ts';
import type { CachedSearchResponse } from '../response-cache.ts';
import { snapshotCategories, snapshotProduct } from './snapshot-product.ts';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Products read before yielding to other requests: a few milliseconds. */
const batch = 250;
/**
 * Milliseconds for which a full snapshot is served although the catalogue changed; its holder requests the
 * difference next.
 */
const goodFor = 60_000;

/** The catalogue snapshot of a store view, built on first request and then updated with the catalogue. */
export interface LiveCatalogSnapshot {
  /** Returns the current snapshot. */
  now(): Promise<HashedSnapshot>;
  /** Returns the full snapshot, compressed for transfer; at most a minute old. */
  full(): Promise<FullSnapshot>;
  /** Returns the changes since the held version; undefined when hardly any of it can be reused. */
  difference(held: Held): Promise<Difference | undefined>;
}

interface FullSnapshot {
  version: string;
  products: number;
  /** Size in bytes with the encoding most browsers accept. */
  bytes: number;
  response: CachedSearchResponse;
}

interface Entry {
  product: SnapshotProduct;
  hash: ProductHash;
}

/** Dependencies of a view's snapshot. */
interface SnapshotSource {
  catalogue: LiveCatalogue;
  /** The shop's synonyms as source text. */
  synonyms: string;
  listing: { listOutOfStock: boolean };
  now: () => Date;
}

export function openCatalogSnapshot({
  catalogue,
  synonyms,
  listing,
  now,
}: SnapshotSource): LiveCatalogSnapshot {
  const entries = new Map<number, Entry>();
  let stale = new Set<number>();
  let isOpen = false;
  // Own counter: the catalogue's version may be ahead of its notifications.
  let changes = 0;
  let current: { changes: number; snapshot: HashedSnapshot } | undefined;
  let made: { at: number; full: FullSnapshot } | undefined;
  const inTurn = turns();

  catalogue.onChange(({ changed, removed, everything }) => {
    changes++;
    if (everything) {
      isOpen = false;
      return;
    }
    for (const id of [...changed, ...removed]) stale.add(id);
  });

  async function catchUp(): Promise<HashedSnapshot> {
    while (current?.changes !== changes) {
      const before = changes;
      const ids = isOpen ? [...stale] : [...catalogue.all()].map(({ id }) => id);
      if (!isOpen) entries.clear();
      stale = new Set();
      isOpen = true;
      await read(ids).catch((error: unknown) => {
        // The entries are incomplete and the stale ids are lost, so the next call reads everything.
        isOpen = false;
        throw error;
      });
      const sorted = [...entries.values()].sort((left, right) => left.product.id - right.product.id);
      const frame = {
        view: catalogue.view.code,
        made: now().toISOString(),
        categories: snapshotCategories(catalogue.categories()),
        synonyms,
      };
      const hashes = sorted.map(({ hash }) => hash);
      const snapshot = { ...frame, products: sorted.map(({ product }) => product) };
      current = { changes: before, snapshot: { snapshot, hashes, version: versionOf(hashes, frame) } };
    }
    return current.snapshot;
  }

  async function read(ids: readonly number[]): Promise<void> {
    const labelOf = labelFinder(catalogue.attributes());
    const options = catalogue.attributes().get('product_brand')?.options ?? [];
    const brands = new Map(options.map(({ value, slug = '' }) => [value, slug]));
    for (const [place, id] of ids.entries()) {
      const record = catalogue.find(id);
      const isListed = record?.listable && (listing.listOutOfStock || record.stock.is_in_stock);
      if (!isListed) entries.delete(id);
      else {
        const product = snapshotProduct(parseProduct(record.json), labelOf, brands);
        entries.set(id, { product, hash: hashProduct(product) });
      }
      if (place % batch === batch - 1) await new Promise(setImmediate);
    }
  }

  async function make(): Promise<FullSnapshot> {
    const { snapshot, version } = await catchUp();
    const plain = await written(snapshot, version);
    const compressed = await brotli(plain, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
    });
    const zipped = zip(plain, { level: 9 });
    const response = { plain, compressed: { br: Promise.resolve(compressed), gzip: zipped } };
    return { version, products: snapshot.products.length, bytes: compressed.length, response };
  }

  return {
    now: () => inTurn(catchUp),
    full: () =>
      inTurn(async () => {
        const at = now().getTime();
        const isGood = made && (at - made.at < goodFor || made.full.version === (await catchUp()).version);
        if (!made || !isGood) made = { at, full: await make() };
        return made.full;
      }),
    difference: (held) => inTurn(async () => differenceFor(held, await catchUp())),
  };
}

/** Serialises the response one column at a time: a large catalogue would block other requests. */
async function written(snapshot: HashedSnapshot['snapshot'], version: string): Promise<Buffer> {
  const { columns, ...frame } = writeSnapshot(snapshot);
  const parts: string[] = [];
  for (const [name, column] of Object.entries(columns)) {
    parts.push(`${JSON.stringify(name)}:${JSON.stringify(column)}`);
    await new Promise(setImmediate);
  }
  const head = JSON.stringify({ ...frame, version }).slice(0, -1);
  return Buffer.from(`{"code":200,"result":${head},"columns":{${parts.join(',')}}}}`);
}

/** Runs tasks sequentially; a failed task does not block the next. */
function turns(): <Result>(task: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const done = last.then(task);
    last = done.catch(() => undefined);
    return done;
  };
}
