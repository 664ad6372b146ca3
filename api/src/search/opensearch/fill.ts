import { setTimeout as wait } from 'node:timers/promises';
import type { SearchDocument } from '@fynbos/core/search/engine.ts';
import { type Analysed, analyse } from '@fynbos/core/search/places.ts';
import { added, changed, type Lines, removed, write } from './bulk.ts';
import { entryOf, type Print, printOf } from './entry.ts';
import { type Held, holdingOf, readHeld } from './held.ts';
import {
  type Building,
  beginIndex,
  dropIndex,
  giveUp,
  lookAt,
  progressOf,
  putToUse,
  refresh,
} from './indices.ts';
import { Lexicon } from './lexicon.ts';
import type { Places } from './places.ts';
import type { Wire } from './wire.ts';

/** What is needed to fill an index. */
export interface Filling {
  wire: Wire;
  places: Places;
  /** Gives other work a turn. */
  pause(): Promise<unknown>;
  /** After so many milliseconds without progress somebody who builds an index is taken to be dead. */
  patienceMs: number;
}

/** What this process knows of a full index. */
export interface Filled {
  lexicon: Lexicon;
  /** The place of the next new product. */
  nextPlace: number;
}

/** So few differences are written into the index in use; for more of them a new one is built beside it. */
const mostInPlace = 1000;

/** As many products as are read before other work gets a turn. */
const batch = 500;

/**
 * Makes these the products of the index in use, with as little writing as it takes: nothing where it holds them already,
 * the few that differ, or a new index, which takes the place of the old one when it is whole. Of several processes one
 * builds, the others wait for it and look again.
 *
 * @param documents may be gone through more than once
 * @throws EngineAway, or what going through the documents throws; searches find what they found before
 */
export async function fill(filling: Filling, documents: Iterable<SearchDocument>): Promise<Filled> {
  const { wire, places } = filling;
  for (;;) {
    const indices = await lookAt(wire, places);
    const caughtUp = indices.current.length > 0 && (await catchUp(filling, documents));
    if (caughtUp) return caughtUp;
    const mine = indices.building ? undefined : await beginIndex(wire, places, indices);
    if (mine) return build(filling, mine, documents);
    await othersBuild(filling, indices.building);
  }
}

/** A product as it was read. */
export interface Reading {
  id: number;
  analysed: Analysed;
  print: Print;
  document: SearchDocument;
}

export function read(document: SearchDocument): Reading {
  return { id: document.id, analysed: analyse(document), print: printOf(document), document };
}

/** Notes a product and gives what the engine is to keep of it, when that is wanted. */
export function note(lexicon: Lexicon, { id, analysed, print, document }: Reading): () => object {
  lexicon.put(id, analysed, print, Object.keys(document.values));
  return () => entryOf(document, analysed, print);
}

/** Writes the differences into the index in use; undefined when they are too many, or the order is another. */
async function catchUp(
  { wire, places, pause }: Filling,
  documents: Iterable<SearchDocument>,
): Promise<Filled | undefined> {
  const { lastPlace } = await holdingOf(wire, places.alias);
  const held = await readHeld(wire, places.alias);
  const lexicon = new Lexicon();
  const changes: Lines[] = [];
  const comesNext = inOrder();
  let nextPlace = lastPlace + 1;
  let count = 0;
  for (const document of documents) {
    const reading = read(document);
    const known = held.get(reading.id);
    const entry = note(lexicon, reading);
    if (!known || !isSame(known, reading.print)) {
      changes.push(changed(reading.id, entry(), known ? known.rank : nextPlace++));
    }
    if (!comesNext(known) || changes.length > mostInPlace) return undefined;
    if (++count % batch === 0) await pause();
  }
  for (const id of held.keys()) if (!lexicon.has(id)) changes.push(removed(id));
  if (changes.length > mostInPlace) return undefined;
  await write(wire, places.alias, changes);
  if (changes.length > 0) await refresh(wire, places.alias);
  lexicon.tidy();
  return { lexicon, nextPlace };
}

/** Whether products come in the order in which they are held, and new ones after them all. */
function inOrder(): (known: Held | undefined) => boolean {
  let last = -1;
  return (known) => {
    const rank = known?.rank ?? Number.POSITIVE_INFINITY;
    const comesNext = rank > last || rank === Number.POSITIVE_INFINITY;
    last = rank;
    return comesNext;
  };
}

function isSame(one: Print, other: Print): boolean {
  return one.a === other.a && one.b === other.b;
}

async function build(
  { wire, places, pause }: Filling,
  mine: Building,
  documents: Iterable<SearchDocument>,
): Promise<Filled> {
  const lexicon = new Lexicon();
  try {
    await write(wire, mine.name, everyOne(lexicon, documents, pause));
    await refresh(wire, mine.name);
    dropLater(wire, await putToUse(wire, places, mine));
  } catch (error) {
    // The engine may be away; whoever builds next takes it for given up.
    await giveUp(wire, places, mine).catch(() => {});
    throw error;
  }
  lexicon.tidy();
  return { lexicon, nextPlace: lexicon.size };
}

/** Searches that began before the change are answered from the old index, which stays that long. */
const longestSearchMs = 2000;

/** What is not dropped, since the process ends or the engine is away, is dropped after the next building. */
function dropLater(wire: Wire, older: readonly string[]): void {
  const drop = () => older.map((index) => dropIndex(wire, index).catch(() => {}));
  setTimeout(drop, longestSearchMs).unref();
}

async function* everyOne(
  lexicon: Lexicon,
  documents: Iterable<SearchDocument>,
  pause: () => Promise<unknown>,
): AsyncGenerator<Lines> {
  for (const document of documents) {
    const place = lexicon.size;
    if (place % batch === batch - 1) await pause();
    yield added(document.id, note(lexicon, read(document))(), place);
  }
}

/** Waits until an index that somebody else builds is in use, or is given up. */
async function othersBuild(
  { wire, places, patienceMs }: Filling,
  theirs: Building | undefined,
): Promise<void> {
  let [seen, since] = [-1, performance.now()];
  while (theirs) {
    const progress = await progressOf(wire, theirs.name);
    if (progress === undefined) return;
    if (progress !== seen) [seen, since] = [progress, performance.now()];
    else if (performance.now() - since > patienceMs) return giveUp(wire, places, theirs);
    await wait(Math.min(500, patienceMs / 4));
  }
}
