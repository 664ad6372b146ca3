import { packDifference, packFacts, wholePack } from '@fynbos/core/search/contract.ts';
import { readPack, writePack } from '@fynbos/core/search/pack.ts';
import { applyDifference, type HashedPack, hashPack, heldOf } from '@fynbos/core/search/pack-difference.ts';
import { call } from '../api.ts';
import { configureApi, storeView } from '../api-settings.ts';
import type { FromPocket, Kept, PocketAnswers, ToPocket } from './pocket-asks.ts';
import { drop, keep, readKept } from './pocket-db.ts';
import { indexPack, type PocketIndex } from './pocket-index.ts';

/** A whole range on a slow line takes its time, in milliseconds. */
const patience = 120_000;

interface Held {
  pack: HashedPack;
  index: PocketIndex;
}

let held: Promise<Held | undefined> | undefined;

/** The pack in use; read when it is first asked for. Rejects where it cannot be read now, though it may be there. */
function open(): Promise<Held | undefined> {
  if (held) return held;
  const reading = readHeld();
  held = reading;
  // The next question tries again.
  reading.catch(() => {
    if (held === reading) held = undefined;
  });
  return reading;
}

async function readHeld(): Promise<Held | undefined> {
  const written = await readKept(storeView().code);
  const pack = readPack(written);
  if (pack && pack.view === storeView().code) return inUse(hashPack(pack));
  // Garbage, or of another format: it is fetched anew when there is a reason to.
  if (written !== undefined) await drop(storeView().code).catch(() => {});
  return undefined;
}

const inUse = async (pack: HashedPack): Promise<Held> => ({ pack, index: await indexPack(pack.pack) });

async function fetchNext(before: HashedPack | undefined): Promise<HashedPack> {
  if (before) {
    const { result } = await call(packDifference, { body: heldOf(before), timeout: patience });
    const next = applyDifference(before.pack, result);
    if (next) return next;
  }
  const { result } = await call(wholePack, { timeout: patience });
  const pack = readPack(result);
  if (!pack) throw new TypeError('what came is no pack');
  return hashPack(pack);
}

/** What is there already costs no more than its name. */
async function isCurrent(before: HashedPack): Promise<boolean> {
  const { result } = await call(packFacts, { timeout: patience });
  return result.version === before.version;
}

const trueNow = (before: HashedPack): HashedPack => ({
  ...before,
  pack: { ...before.pack, made: new Date().toISOString() },
});

const asks: PocketAnswers = {
  kept: async () => keptOf((await open())?.pack),
  async refresh() {
    const before = (await open())?.pack;
    const next = before && (await isCurrent(before)) ? trueNow(before) : await fetchNext(before);
    await keep(storeView().code, writePack(next.pack));
    if (next.version === before?.version) return keptOf(next);
    // Questions are answered from the older one until the newer can be searched.
    const ready = await inUse(next);
    held = Promise.resolve(ready);
    return keptOf(next);
  },
  suggest: async (text, size) => (await open())?.index.suggest(text, size),
  list: async (scope, order, shown) => (await open())?.index.list(scope, order, shown),
  place: async (path) => (await open())?.index.place(path),
  async forget() {
    await drop(storeView().code);
    held = undefined;
    return undefined;
  },
};

const keptOf = (pack: HashedPack | undefined): Kept | undefined =>
  pack && { version: pack.version, made: pack.pack.made, products: pack.pack.products.length };

addEventListener('message', ({ data }: MessageEvent<ToPocket>) => {
  if ('settings' in data) configureApi(data.settings);
  else void answer(data);
});

async function answer({ number, ask, given }: Extract<ToPocket, { number: number }>): Promise<void> {
  const say = (said: FromPocket) => postMessage(said);
  try {
    const run = asks[ask] as (...given: readonly unknown[]) => Promise<unknown>;
    say({ number, answer: await run(...given) });
  } catch {
    // The page knows only that there is no answer: it says what that means there.
    say({ number, failed: true });
  }
}
