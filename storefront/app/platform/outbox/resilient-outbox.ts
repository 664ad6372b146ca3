import { reportNewerShop } from '../storage/newer-version.ts';
import {
  emptyOutbox,
  memoryOutbox,
  type Outbox,
  type OutboxStore,
  type Unkept,
  type Waiting,
} from './outbox.ts';

/**
 * An outbox that is durable where possible. If the browser's storage cannot be opened, is taken away or
 * fails, it continues in memory from the last known state and reports that.
 * @param unkept called once, when the outbox no longer outlives the page
 * @param goOn derives the state to continue with from the last known one
 */
export function safeOutbox<Snapshot, Entry extends Waiting>(
  open: () => Promise<OutboxStore<Snapshot, Entry>>,
  unkept: (why: Unkept) => void,
  goOn: (last: Outbox<Snapshot, Entry>, why: Unkept) => Outbox<Snapshot, Entry> = (last) => last,
): OutboxStore<Snapshot, Entry> {
  let last: Outbox<Snapshot, Entry> = emptyOutbox();
  let durable = true;
  let store: Promise<OutboxStore<Snapshot, Entry>> | undefined;

  function inMemory(why: Unkept): OutboxStore<Snapshot, Entry> {
    const memory = memoryOutbox(goOn(last, why));
    store = Promise.resolve(memory);
    durable = false;
    if (why === 'newer') reportNewerShop();
    unkept(why);
    return memory;
  }

  async function openSafely(): Promise<OutboxStore<Snapshot, Entry>> {
    try {
      const opened = await open();
      void opened.invalidated?.then((why) => durable && inMemory(why));
      return opened;
    } catch (error) {
      return inMemory(isOfNewer(error) ? 'newer' : 'lost');
    }
  }

  async function attempt(
    run: (store: OutboxStore<Snapshot, Entry>) => Promise<Outbox<Snapshot, Entry>>,
  ): Promise<Outbox<Snapshot, Entry>> {
    store ??= openSafely();
    const used = await store;
    try {
      last = await run(used);
    } catch (error) {
      // Memory does not fail: an error is a bug in the step.
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
    read: () => attempt((current) => current.read()),
    change: (step) => attempt((current) => current.change(step)),
  };
}

/** The stored data has a newer schema than this page knows. */
const isOfNewer = (error: unknown): boolean => error instanceof DOMException && error.name === 'VersionError';
