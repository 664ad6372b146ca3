import { setTimeout as wait } from 'node:timers/promises';
import { type Analysed, analyse } from '@fynbos/core/search/index/term-positions.ts';
import type { SearchDocument } from '@fynbos/core/search/search-engine.ts';
import { added, type BulkEntry, changed, removed, writeBulk } from './bulk-writer.ts';
import { type Held, readIndexedProducts, readIndexState } from './index-contents.ts';
import { entryOf, type Print, printOf } from './index-entry.ts';
import type { Places } from './index-names.ts';
import {
  abandonIndex,
  type Building,
  beginIndex,
  dropIndex,
  progressOf,
  putToUse,
  readIndices,
  refresh,
} from './indices.ts';
import { Lexicon } from './lexicon.ts';
import type { Wire } from './opensearch-client.ts';

/** Dependencies for filling an index. */
export interface Filling {
  wire: Wire;
  places: Places;
  /** Yields to other work. */
  pause(): Promise<unknown>;
  /** Milliseconds without progress after which the builder of an index is considered dead. */
  buildTimeoutMs: number;
}

/** State of a full index in this process. */
export interface Filled {
  lexicon: Lexicon;
  /** The place of the next new product. */
  nextPlace: number;
}

/** Maximum differences written to the index in use; beyond that a new index is built. */
const maxInPlace = 1000;

/** Products read before yielding to other work. */
const batch = 500;

/**
 * Makes these the products of the index in use, with as few writes as possible. Writes nothing when the
 * index is current, or only the differences, or builds a new index that replaces the old one when complete.
 * When several processes start, one builds and the others wait and check again.
 * @param documents can be iterated more than once
 * @throws EngineAway, or an error of the iteration; the old index then stays in use
 */
export async function buildIndex(filling: Filling, documents: Iterable<SearchDocument>): Promise<Filled> {
  const { wire, places } = filling;
  for (;;) {
    const indices = await readIndices(wire, places);
    const caughtUp = indices.current.length > 0 && (await catchUp(filling, documents));
    if (caughtUp) return caughtUp;
    const ownBuilding = indices.building ? undefined : await beginIndex(wire, places, indices);
    if (ownBuilding) return build(filling, ownBuilding, documents);
    await othersBuild(filling, indices.building);
  }
}

/** An analysed product. */
export interface Reading {
  id: number;
  analysed: Analysed;
  print: Print;
  document: SearchDocument;
}

export function readDocument(document: SearchDocument): Reading {
  return { id: document.id, analysed: analyse(document), print: printOf(document), document };
}

/**
 * Adds a product to the lexicon.
 * @returns a function that creates its entry for the engine
 */
export function addToLexicon(lexicon: Lexicon, { id, analysed, print, document }: Reading): () => object {
  lexicon.put(id, analysed, print, Object.keys(document.values));
  return () => entryOf(document, analysed, print);
}

/**
 * Writes the differences to the index in use.
 * @returns undefined when there are too many, or when the order changed
 */
async function catchUp(
  { wire, places, pause }: Filling,
  documents: Iterable<SearchDocument>,
): Promise<Filled | undefined> {
  const { lastPlace } = await readIndexState(wire, places.alias);
  const held = await readIndexedProducts(wire, places.alias);
  const lexicon = new Lexicon();
  const changes: BulkEntry[] = [];
  const comesNext = inOrder();
  let nextPlace = lastPlace + 1;
  let count = 0;
  for (const document of documents) {
    const reading = readDocument(document);
    const known = held.get(reading.id);
    const entry = addToLexicon(lexicon, reading);
    if (!known || !isSame(known, reading.print)) {
      changes.push(changed(reading.id, entry(), known ? known.rank : nextPlace++));
    }
    if (!comesNext(known) || changes.length > maxInPlace) return undefined;
    if (++count % batch === 0) await pause();
  }
  for (const id of held.keys()) if (!lexicon.has(id)) changes.push(removed(id));
  if (changes.length > maxInPlace) return undefined;
  await writeBulk(wire, places.alias, changes);
  if (changes.length > 0) await refresh(wire, places.alias);
  lexicon.tidy();
  return { lexicon, nextPlace };
}

/** Whether products arrive in the order of the index, with new ones at the end. */
function inOrder(): (known: Held | undefined) => boolean {
  let last = -1;
  return (known) => {
    const rank = known?.rank ?? Number.POSITIVE_INFINITY;
    const comesNext = rank > last || rank === Number.POSITIVE_INFINITY;
    last = rank;
    return comesNext;
  };
}

function isSame(left: Print, right: Print): boolean {
  return left.a === right.a && left.b === right.b;
}

async function build(
  { wire, places, pause }: Filling,
  ownBuilding: Building,
  documents: Iterable<SearchDocument>,
): Promise<Filled> {
  const lexicon = new Lexicon();
  try {
    await writeBulk(wire, ownBuilding.name, everyOne(lexicon, documents, pause));
    await refresh(wire, ownBuilding.name);
    dropLater(wire, await putToUse(wire, places, ownBuilding));
  } catch (error) {
    // The engine may be unavailable; the next builder then treats this index as abandoned.
    await abandonIndex(wire, places, ownBuilding).catch(() => {});
    throw error;
  }
  lexicon.tidy();
  return { lexicon, nextPlace: lexicon.size };
}

/** The old index stays this long for searches that started before the change. */
const maxSearchMs = 2000;

/**
 * An index that is not dropped, because the process ends or the engine is unavailable, is dropped after the
 * next build.
 */
function dropLater(wire: Wire, older: readonly string[]): void {
  const drop = () => older.map((index) => dropIndex(wire, index).catch(() => {}));
  setTimeout(drop, maxSearchMs).unref();
}

async function* everyOne(
  lexicon: Lexicon,
  documents: Iterable<SearchDocument>,
  pause: () => Promise<unknown>,
): AsyncGenerator<BulkEntry> {
  for (const document of documents) {
    const place = lexicon.size;
    if (place % batch === batch - 1) await pause();
    yield added(document.id, addToLexicon(lexicon, readDocument(document))(), place);
  }
}

/** Waits until an index built by another process is in use or abandoned. */
async function othersBuild(
  { wire, places, buildTimeoutMs }: Filling,
  building: Building | undefined,
): Promise<void> {
  let [seen, since] = [-1, performance.now()];
  while (building) {
    const progress = await progressOf(wire, building.name);
    if (progress === undefined) return;
    if (progress !== seen) [seen, since] = [progress, performance.now()];
    else if (performance.now() - since > buildTimeoutMs) return abandonIndex(wire, places, building);
    await wait(Math.min(500, buildTimeoutMs / 4));
  }
}
