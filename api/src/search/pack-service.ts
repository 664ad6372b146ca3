import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Product } from '@fynbos/core/catalogue/entities.ts';
import { type PackProduct, writePack } from '@fynbos/core/search/pack.ts';
import {
  type Difference,
  differenceFor,
  type HashedPack,
  type Held,
} from '@fynbos/core/search/pack-difference.ts';
import { hashProduct, type ProductHash, versionOf } from '@fynbos/core/search/pack-hash.ts';
import type { LiveCatalogue } from '../catalogue/live.ts';
import type { KeptAnswer } from './answers.ts';
import { labelFinder } from './labels.ts';
import { packCategories, packProduct } from './pack-product.ts';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** As many products as are read in before requests get a turn: a few milliseconds. */
const batch = 250;
/** Milliseconds for which a whole pack is handed out although the catalogue moved on: its holder asks for the difference next. */
const goodFor = 60_000;

/** The pack of one store view, made when it is first asked for and kept up with the catalogue from then on. */
export interface LivePack {
  /** What the catalogue says now. */
  now(): Promise<HashedPack>;
  /** All of it, packed for its way; at most a minute behind. */
  whole(): Promise<WholePack>;
  /** What whoever holds that needs; nothing where hardly anything of that is of use. */
  difference(held: Held): Promise<Difference | undefined>;
}

export interface WholePack {
  version: string;
  products: number;
  /** What it weighs as most browsers take it. */
  bytes: number;
  answer: KeptAnswer;
}

interface Entry {
  product: PackProduct;
  hash: ProductHash;
}

/** What the pack of a view is made from. */
interface PackSource {
  catalogue: LiveCatalogue;
  /** The shop's synonyms, as they are written. */
  synonyms: string;
  listing: { listOutOfStock: boolean };
  now: () => Date;
}

export function openPack({ catalogue, synonyms, listing, now }: PackSource): LivePack {
  const entries = new Map<number, Entry>();
  let stale = new Set<number>();
  let isOpen = false;
  // Counted here: the catalogue's own version may be ahead of what has been told of it.
  let changes = 0;
  let current: { changes: number; pack: HashedPack } | undefined;
  let made: { at: number; whole: WholePack } | undefined;
  const inTurn = turns();

  catalogue.onChange(({ changed, removed, everything }) => {
    changes++;
    if (everything) {
      isOpen = false;
      return;
    }
    for (const id of [...changed, ...removed]) stale.add(id);
  });

  async function catchUp(): Promise<HashedPack> {
    while (current?.changes !== changes) {
      const before = changes;
      const ids = isOpen ? [...stale] : [...catalogue.all()].map(({ id }) => id);
      if (!isOpen) entries.clear();
      stale = new Set();
      isOpen = true;
      await read(ids).catch((error: unknown) => {
        // What was read so far is not all of it, and what was to be read is known no more.
        isOpen = false;
        throw error;
      });
      const sorted = [...entries.values()].sort((one, other) => one.product.id - other.product.id);
      const frame = {
        view: catalogue.view.code,
        made: now().toISOString(),
        categories: packCategories(catalogue.categories()),
        synonyms,
      };
      const hashes = sorted.map(({ hash }) => hash);
      const pack = { ...frame, products: sorted.map(({ product }) => product) };
      current = { changes: before, pack: { pack, hashes, version: versionOf(hashes, frame) } };
    }
    return current.pack;
  }

  async function read(ids: readonly number[]): Promise<void> {
    const labelOf = labelFinder(catalogue.attributes());
    for (const [place, id] of ids.entries()) {
      const kept = catalogue.find(id);
      const isListed = kept?.listable && (listing.listOutOfStock || kept.stock.is_in_stock);
      if (!isListed) entries.delete(id);
      else {
        const product = packProduct(JSON.parse(kept.json.toString()) as Product, labelOf);
        entries.set(id, { product, hash: hashProduct(product) });
      }
      if (place % batch === batch - 1) await new Promise(setImmediate);
    }
  }

  async function make(): Promise<WholePack> {
    const { pack, version } = await catchUp();
    const plain = await written(pack, version);
    const packed = await brotli(plain, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
    });
    const zipped = zip(plain, { level: 9 });
    const answer = { plain, packed: { br: Promise.resolve(packed), gzip: zipped } };
    return { version, products: pack.products.length, bytes: packed.length, answer };
  }

  return {
    now: () => inTurn(catchUp),
    whole: () =>
      inTurn(async () => {
        const at = now().getTime();
        const isGood = made && (at - made.at < goodFor || made.whole.version === (await catchUp()).version);
        if (!isGood) made = { at, whole: await make() };
        return made!.whole;
      }),
    difference: (held) => inTurn(async () => differenceFor(held, await catchUp())),
  };
}

/** The answer's text, a column at a time: writing all of a large range at once would hold up others. */
async function written(pack: HashedPack['pack'], version: string): Promise<Buffer> {
  const { columns, ...frame } = writePack(pack);
  const parts: string[] = [];
  for (const [name, column] of Object.entries(columns)) {
    parts.push(`${JSON.stringify(name)}:${JSON.stringify(column)}`);
    await new Promise(setImmediate);
  }
  const head = JSON.stringify({ ...frame, version }).slice(0, -1);
  return Buffer.from(`{"code":200,"result":${head},"columns":{${parts.join(',')}}}}`);
}

/** Runs one task after another; one that fails does not hold up the next. */
function turns(): <Result>(task: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const done = last.then(task);
    last = done.catch(() => undefined);
    return done;
  };
}
