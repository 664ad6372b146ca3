import { ownKey } from '../storage/store-view-storage.ts';
import { tabChannel } from '../storage/tab-channel.ts';
import { leftToNewer, type OutboxEntry, type OutboxShape, type Unkept } from './outbox.ts';
import { safeOutbox, storedOutbox } from './outbox-db.ts';
import { tabsNameOf } from './outbox-names.ts';
import { type HandOver, type OutboxActions, OutboxQueue } from './outbox-queue.ts';
import { inTurnOf } from './tab-lock.ts';

export interface OutboxOptions<Snapshot, Entry extends OutboxEntry> extends OutboxActions {
  /** Its name in the database and between tabs, within this store view. */
  name: string;
  /** Validates what is stored. */
  schema: OutboxShape<Snapshot, Entry>;
  /** Without it, entries that were not stored end with their page. */
  handOver?: HandOver<Snapshot, Entry>;
  /** The state to continue with in memory; by default a newer version of the shop takes over the entries. */
  goOn?: typeof leftToNewer<Snapshot, Entry>;
  /** Called when the outbox no longer outlives the page. */
  onLost?(why: Unkept): void;
}

/**
 * Defines an outbox of this browser: durable where the browser allows it, shown alike in all tabs, sent by one of them.
 * It does nothing until it is started; a server never starts one.
 */
export function createOutbox<Snapshot, Entry extends OutboxEntry>(
  options: OutboxOptions<Snapshot, Entry>,
): OutboxQueue<Snapshot, Entry> {
  const { name, schema, handOver, goOn = leftToNewer, onLost } = options;
  const tabsName = ownKey(tabsNameOf(name));
  const outbox: OutboxQueue<Snapshot, Entry> = new OutboxQueue(
    {
      store: safeOutbox(
        () => storedOutbox(ownKey(name), schema),
        (why) => {
          onLost?.(why);
          void outbox.storageLost(why);
        },
        goOn,
      ),
      inTurn: inTurnOf(tabsName),
      openTabs: () => tabChannel(tabsName),
      later: (milliseconds, run) => {
        const timer = setTimeout(run, milliseconds);
        return () => clearTimeout(timer);
      },
      random: Math.random,
      handOver,
    },
    options,
  );
  return outbox;
}
