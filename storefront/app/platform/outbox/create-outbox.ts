import { useEffect } from 'react';
import { ApiProblem } from '../api/api-problem.ts';
import { createStore, type Store, useStore } from '../state/store.ts';
import { ownKey } from '../storage/store-view-storage.ts';
import { type TabChannel, tabChannel } from '../storage/tab-channel.ts';
import { Drain, type DrainParts, inTurnOf } from './drain.ts';
import {
  emptyOutbox,
  leftToNewer,
  type Outbox,
  type OutboxEntry,
  type OutboxStore,
  type Step,
  type Unkept,
} from './outbox.ts';
import { safeOutbox, storedOutbox } from './outbox-db.ts';
import { tabsNameOf } from './outbox-names.ts';
import type { OutboxShape } from './outbox-shape.ts';

/** An outbox as its page sees it. */
export interface OutboxView<Snapshot, Entry extends OutboxEntry> {
  outbox: Outbox<Snapshot, Entry>;
  /** Whether the stored entries are known. */
  isLoaded: boolean;
  /** Whether waiting entries outlive the page. */
  durable: boolean;
  /** Id of the entry being sent. */
  sending: string | undefined;
  /** Why the last attempt failed. */
  failure: ApiProblem | undefined;
}

/** What an outbox does with its entries. */
export interface OutboxActions {
  /**
   * Performs the next request.
   * @returns whether there may be more; rejects when it must wait
   */
  send(): Promise<boolean>;
  /**
   * Starts the outbox on a page.
   * @param load shows what is stored, and follows the changes of other tabs
   */
  begin(load: () => Promise<void>): Promise<void>;
}

/** What an outbox uses of its browser; a test provides its own. */
export interface OutboxDevice<Snapshot, Entry extends OutboxEntry>
  extends Pick<DrainParts, 'inTurn' | 'later' | 'random'> {
  store: OutboxStore<Snapshot, Entry>;
  /** On which the tabs announce the revisions of their changes. */
  openTabs(): TabChannel<number>;
}

/** The outbox of one tab: stored entries, seen alike by all tabs, and sent by one tab at a time. */
export class OutboxQueue<Snapshot, Entry extends OutboxEntry> {
  readonly inTurn: DrainParts['inTurn'];
  readonly #device: OutboxDevice<Snapshot, Entry>;
  readonly #actions: OutboxActions;
  readonly #drain: Drain;
  readonly #view: Store<OutboxView<Snapshot, Entry>>;
  readonly #initial: OutboxView<Snapshot, Entry>;
  #tabs: TabChannel<number> | undefined;
  #started: Promise<void> | undefined;

  constructor(device: OutboxDevice<Snapshot, Entry>, actions: OutboxActions) {
    this.inTurn = device.inTurn;
    this.#device = device;
    this.#actions = actions;
    this.#initial = {
      ...{ outbox: emptyOutbox(), isLoaded: false, durable: true },
      ...{ sending: undefined, failure: undefined },
    };
    this.#view = createStore(this.#initial);
    this.#drain = new Drain({
      ...{ inTurn: device.inTurn, later: device.later, random: device.random },
      step: () => actions.send(),
      onRound: (_failures, error) => this.#onRound(error),
    });
  }

  readonly view = (): OutboxView<Snapshot, Entry> => this.#view.get();

  /** Calls back after every change of the view. */
  readonly subscribe = (listener: () => void): (() => void) => this.#view.subscribe(listener);

  /** The live view. A component that shows it starts the outbox. */
  readonly useOutbox = (): OutboxView<Snapshot, Entry> => {
    useEffect(() => void this.start(), []);
    return useStore(this.#view, this.#initial);
  };

  /**
   * Starts the outbox on this page, once.
   * @returns when the stored entries are shown
   */
  readonly start = (): Promise<void> => {
    this.#tabs ??= this.#device.openTabs();
    this.#started ??= this.#actions.begin(() => this.#load());
    return this.#started;
  };

  /** Whether changes outlive the page. */
  get durable(): boolean {
    return this.#device.store.durable;
  }

  /** Reads what is stored, and shows it. */
  async read(): Promise<Outbox<Snapshot, Entry>> {
    const outbox = await this.#device.store.read();
    this.#adopt(outbox);
    return outbox;
  }

  /** Changes the outbox, and shows the change in all tabs. */
  async change(step: Step<Snapshot, Entry>): Promise<Outbox<Snapshot, Entry>> {
    const outbox = await this.#device.store.change(step);
    this.#adopt(outbox);
    this.#tabs?.publish(outbox.rev);
    return outbox;
  }

  /**
   * Starts a round, since there may be something to send.
   * @returns when everything that can be done now is done
   */
  readonly flush = (): Promise<void> => this.#drain.flush();

  /** Shows an entry as being sent. */
  readonly showSending = (sending: string | undefined): void => this.#show({ sending });

  /** The storage was taken away; a newer version of the shop may have taken over the entries. */
  async storageLost(why: Unkept): Promise<void> {
    this.#show({});
    if (why === 'newer') await this.read();
  }

  async #load(): Promise<void> {
    this.#tabs?.subscribe((rev) => {
      if (rev > this.view().outbox.rev) void this.read();
    });
    await this.read();
    this.#show({ isLoaded: true });
  }

  #adopt(outbox: Outbox<Snapshot, Entry>): void {
    this.#show(outbox.rev >= this.view().outbox.rev ? { outbox } : {});
  }

  #show(change: Partial<OutboxView<Snapshot, Entry>>): void {
    this.#view.set({ ...this.view(), durable: this.durable, ...change });
  }

  #onRound(error: unknown): void {
    this.#show({ failure: error instanceof ApiProblem ? error : undefined });
    // An error that is not a response of the shop is a bug.
    if (error !== undefined && !(error instanceof ApiProblem)) reportError(error);
  }
}

export interface OutboxOptions<Snapshot, Entry extends OutboxEntry> extends OutboxActions {
  /** Its name in the database and between tabs, within this store view. */
  name: string;
  /** Validates what is stored. */
  schema: OutboxShape<Snapshot, Entry>;
}

/**
 * Defines an outbox of this browser: durable where the browser allows it, shown alike in all tabs, sent by one of them.
 * It does nothing until it is started; on a server it has no entries.
 */
export function createOutbox<Snapshot, Entry extends OutboxEntry>(
  options: OutboxOptions<Snapshot, Entry>,
): OutboxQueue<Snapshot, Entry> {
  const { name, schema } = options;
  const isBrowser = typeof document !== 'undefined';
  const tabsName = ownKey(tabsNameOf(name));
  const outbox: OutboxQueue<Snapshot, Entry> = new OutboxQueue(
    {
      store: safeOutbox(
        () => storedOutbox(ownKey(name), schema),
        (why) => void outbox.storageLost(why),
        leftToNewer,
      ),
      inTurn: inTurnOf(tabsName),
      openTabs: () => (isBrowser ? tabChannel(tabsName) : noTabs),
      later: (milliseconds, run) => {
        const timer = setTimeout(run, milliseconds);
        return () => clearTimeout(timer);
      },
      random: () => Math.random(),
    },
    isBrowser ? options : { ...options, begin: async () => {} },
  );
  return outbox;
}

const noTabs: TabChannel<never> = { publish: () => {}, subscribe: () => {} };
