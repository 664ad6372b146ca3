import { type Box, type BoxStore, emptyBox, memoryBox, type Unkept, type Waiting } from './box.ts';
import { tellNewer } from './newer-shop.ts';

/**
 * A box that is durable where it can be: when the browser's storage cannot be opened, goes away, or gives up on the
 * way, it goes on in memory from what was known last, and says so.
 *
 * @param unkept told once, when what is in the box no longer outlives the page
 * @param goOn what it goes on with, of what was known last
 */
export function safeBox<Kept, Entry extends Waiting>(
  open: () => Promise<BoxStore<Kept, Entry>>,
  unkept: (why: Unkept) => void,
  goOn: (last: Box<Kept, Entry>, why: Unkept) => Box<Kept, Entry> = (last) => last,
): BoxStore<Kept, Entry> {
  let last: Box<Kept, Entry> = emptyBox();
  let durable = true;
  let store: Promise<BoxStore<Kept, Entry>> | undefined;

  function inMemory(why: Unkept): BoxStore<Kept, Entry> {
    const memory = memoryBox(goOn(last, why));
    store = Promise.resolve(memory);
    durable = false;
    if (why === 'newer') tellNewer();
    unkept(why);
    return memory;
  }

  async function openSafely(): Promise<BoxStore<Kept, Entry>> {
    try {
      const opened = await open();
      void opened.gone?.then((why) => durable && inMemory(why));
      return opened;
    } catch (error) {
      return inMemory(isOfNewer(error) ? 'newer' : 'lost');
    }
  }

  async function attempt(
    run: (store: BoxStore<Kept, Entry>) => Promise<Box<Kept, Entry>>,
  ): Promise<Box<Kept, Entry>> {
    store ??= openSafely();
    const used = await store;
    try {
      last = await run(used);
    } catch (error) {
      // Memory does not fail: what it throws is a fault of the step.
      if (!used.durable) throw error;
      if (durable) inMemory('lost');
      last = await run(await store);
    }
    return last;
  }

  return {
    get durable() {
      return durable;
    },
    read: () => attempt((box) => box.read()),
    change: (step) => attempt((box) => box.change(step)),
  };
}

/** What is kept has another shape already than this page knows. */
const isOfNewer = (error: unknown): boolean => error instanceof DOMException && error.name === 'VersionError';
