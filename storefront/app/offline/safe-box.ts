import { type Box, type BoxStore, memoryBox, type Waiting } from './box.ts';

/**
 * A box that is durable where it can be: when the browser's storage cannot be opened, or gives up on the
 * way, it goes on in memory from what was known last, and says so.
 *
 * @param unkept told once, when what is in the box no longer outlives the page
 */
export function safeBox<Kept, Entry extends Waiting>(
  open: () => Promise<BoxStore<Kept, Entry>>,
  unkept: () => void,
): BoxStore<Kept, Entry> {
  let last: Box<Kept, Entry> | undefined;
  let durable = true;
  let store: Promise<BoxStore<Kept, Entry>> | undefined;

  function inMemory(): BoxStore<Kept, Entry> {
    if (durable) unkept();
    durable = false;
    return memoryBox(last);
  }

  async function attempt(
    run: (store: BoxStore<Kept, Entry>) => Promise<Box<Kept, Entry>>,
  ): Promise<Box<Kept, Entry>> {
    store ??= open().catch(inMemory);
    const used = await store;
    try {
      last = await run(used);
    } catch (error) {
      // Memory does not fail: what it throws is a fault of the step.
      if (!used.durable) throw error;
      if (durable) store = Promise.resolve(inMemory());
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
