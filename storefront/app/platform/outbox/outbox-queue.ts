import { useEffect } from 'react';
import { ApiProblem } from '../api/api-problem.ts';
import { createStore, type Store, useStore } from '../state/store.ts';
import type { TabChannel } from '../storage/tab-channel.ts';
import {
  emptyOutbox,
  type Outbox,
  type OutboxChange,
  type OutboxEntry,
  type OutboxStore,
  type Unkept,
} from './outbox.ts';
import { backoffAfter } from './retry-triggers.ts';
import type { InTurn } from './tab-lock.ts';

/** An outbox as its page sees it. */
export interface OutboxView<Snapshot, Entry extends OutboxEntry> {
  outbox: Outbox<Snapshot, Entry>;
  /** Entries that are already shown and being stored. */
  unsaved: readonly Entry[];
  /** Whether the stored entries are known. */
  isLoaded: boolean;
  /** Whether waiting entries outlive the page. */
  durable: boolean;
  /** Whether entries are being sent. */
  isSending: boolean;
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
  send: () => Promise<boolean>;
  /**
   * Starts the outbox on a page.
   * @param load shows what is stored, and follows the changes of other tabs
   */
  begin(load: () => Promise<void>): Promise<void>;
  /** Called after each round of sending with the number of consecutive failures. */
  onRound?(failures: number): void;
}

/** What an outbox uses of its browser; a test provides its own. */
export interface OutboxDevice<Snapshot, Entry extends OutboxEntry>
  extends Pick<DrainParts, 'inTurn' | 'later' | 'random'> {
  store: OutboxStore<Snapshot, Entry>;
  /** On which the tabs announce the revisions of their changes. */
  openTabs(): TabChannel<number>;
  /** Without it, entries that were not stored end with their page. */
  handOver?: HandOver<Snapshot, Entry> | undefined;
}

/** How entries reach the outbox although their page may end before it stored them. */
export interface HandOver<Snapshot, Entry extends OutboxEntry> {
  /**
   * Stores entries synchronously.
   * @returns the change that appends them to the outbox
   */
  put(entries: readonly Entry[]): OutboxChange<Snapshot, Entry>;
  /** Entries that an ended page may not have moved into the outbox. */
  read(): readonly Entry[];
  /** Appends them to the outbox; those that their own page stored meanwhile are excluded. */
  recover: OutboxChange<Snapshot, Entry>;
  tidying(change: OutboxChange<Snapshot, Entry>, isDurable: () => boolean): OutboxChange<Snapshot, Entry>;
  /** Removes these entries, by default all. */
  drop(entries?: readonly Entry[]): void;
}

/** The outbox of one tab: stored entries, seen alike by all tabs, and sent by one tab at a time. */
export class OutboxQueue<Snapshot, Entry extends OutboxEntry> {
  readonly inTurn: DrainParts['inTurn'];
  readonly view: () => OutboxView<Snapshot, Entry>;
  /** Calls back after every change of the view. */
  readonly subscribe: (listener: () => void) => () => void;
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
      outbox: emptyOutbox(),
      unsaved: [],
      isLoaded: false,
      durable: device.store.durable,
      isSending: false,
      sending: undefined,
      failure: undefined,
    };
    this.#view = createStore(this.#initial);
    this.view = this.#view.get;
    this.subscribe = this.#view.subscribe;
    this.#drain = new Drain({
      ...device,
      send: actions.send,
      onRound: (failures, error) => this.#onRound(failures, error),
    });
  }

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

  /** Reads what is stored. A change of a tab that ended before it announced it is shown too. */
  async read(): Promise<Outbox<Snapshot, Entry>> {
    const outbox = await this.#device.store.read();
    if (outbox.rev > this.view().outbox.rev) this.#adopt(outbox);
    return outbox;
  }

  /** Changes the outbox, and shows the change in all tabs. */
  async change(change: OutboxChange<Snapshot, Entry>): Promise<Outbox<Snapshot, Entry>> {
    return this.#changed(await this.#write(change));
  }

  /**
   * Shows entries at once, and sends them.
   * @returns when they are stored
   */
  async append(...entries: Entry[]): Promise<void> {
    // Only an outbox with a hand-over shows entries before they are stored.
    const change = this.#device.handOver!.put(entries);
    this.#show({ unsaved: [...this.view().unsaved, ...entries] });
    const outbox = await this.#write(change);
    this.#dropStored(entries);
    this.#changed(outbox, { unsaved: this.view().unsaved.filter((entry) => !entries.includes(entry)) });
    void this.flush();
  }

  /** Gives up entries that no page has stored. */
  dropUnsaved(): void {
    this.#device.handOver?.drop();
  }

  /**
   * Starts a round, since there may be something to send.
   * @returns when everything that can be done now is done
   */
  readonly flush = (): Promise<void> => {
    const done = this.#drain.flush().finally(() => this.#show({}));
    this.#show({});
    return done;
  };

  stop(): void {
    this.#drain.stop();
  }

  /** Sends an entry, which is shown as being sent meanwhile. */
  async sending({ id }: Entry, send: () => Promise<void>): Promise<void> {
    this.#show({ sending: id });
    await send().finally(() => this.#show({ sending: undefined }));
  }

  /** The storage was taken away; a newer version of the shop may have taken over the entries. */
  async storageLost(why: Unkept): Promise<void> {
    this.#show({});
    if (why === 'newer') this.#adopt(await this.#device.store.read());
  }

  /** Shows the stored entries, and moves entries into the outbox that an ended page could not store. */
  async #load(): Promise<void> {
    this.#tabs?.subscribe((rev) => {
      if (rev > this.view().outbox.rev) void this.read();
    });
    const { store, handOver } = this.#device;
    const recovered = handOver?.read() ?? [];
    const outbox =
      handOver && recovered.length > 0 ? await this.#write(handOver.recover) : await store.read();
    this.#dropStored(recovered);
    if (recovered.length > 0) this.#changed(outbox, { isLoaded: true });
    else this.#adopt(outbox, { isLoaded: true });
  }

  #write(change: OutboxChange<Snapshot, Entry>): Promise<Outbox<Snapshot, Entry>> {
    const { store, handOver } = this.#device;
    return store.change(handOver ? handOver.tidying(change, () => store.durable) : change);
  }

  /** Entries in an outbox that outlives the page need no second place. */
  #dropStored(entries: readonly Entry[]): void {
    if (this.durable) this.#device.handOver?.drop(entries);
  }

  /** Shows an outbox in this tab, and announces it to the others, which read it if it is newer than theirs. */
  #changed(
    outbox: Outbox<Snapshot, Entry>,
    change?: Partial<OutboxView<Snapshot, Entry>>,
  ): Outbox<Snapshot, Entry> {
    this.#adopt(outbox, change);
    this.#tabs?.publish(outbox.rev);
    return outbox;
  }

  #adopt(outbox: Outbox<Snapshot, Entry>, change: Partial<OutboxView<Snapshot, Entry>> = {}): void {
    this.#show(outbox.rev >= this.view().outbox.rev ? { outbox, ...change } : change);
  }

  #show(change: Partial<OutboxView<Snapshot, Entry>>): void {
    const { durable } = this;
    this.#view.set({ ...this.view(), durable, isSending: this.#drain.running, ...change });
  }

  #onRound(failures: number, error: unknown): void {
    this.#actions.onRound?.(failures);
    const failure = error instanceof ApiProblem ? error : undefined;
    this.#show({ failure });
    // An error that is not a response of the shop is a bug.
    if (error !== failure) reportError(error);
  }
}

export interface DrainParts {
  /**
   * Performs the next request.
   * @returns whether there may be more; rejects when it must wait
   */
  send(): Promise<boolean>;
  inTurn: InTurn;
  /** Called after each round with the number of consecutive failures and the last error. */
  onRound(failures: number, error?: unknown): void;
  /**
   * Calls back once after the given time.
   * @returns a function that cancels it
   */
  later(milliseconds: number, run: () => void): () => void;
  random(): number;
}

/**
 * Sends waiting entries, oldest first, one at a time, in one tab. It never stops trying: a failed entry is
 * retried after a delay, or on the next flush.
 */
export class Drain {
  readonly #parts: DrainParts;
  #failures = 0;
  #running: Promise<void> | undefined;
  #rerun = false;
  #stopWaiting = () => {};
  #ended = false;

  constructor(parts: DrainParts) {
    this.#parts = parts;
  }

  get running(): boolean {
    return this.#running !== undefined;
  }

  /**
   * Starts a round, since there may be something to send.
   * @returns when everything that can be done now is done
   */
  flush(): Promise<void> {
    if (this.#ended) return Promise.resolve();
    this.#stopWaiting();
    this.#rerun = true;
    this.#running ??= this.#run();
    return this.#running;
  }

  stop(): void {
    this.#ended = true;
    this.#stopWaiting();
  }

  async #run(): Promise<void> {
    // Asynchronously, so that the caller already sees it as running.
    await undefined;
    try {
      while (this.#rerun && !this.#ended) {
        this.#rerun = false;
        await this.#parts.inTurn(() => this.#round());
      }
    } finally {
      // In the same task as the last check, so that no flush is lost.
      this.#running = undefined;
    }
  }

  async #round(): Promise<void> {
    this.#stopWaiting();
    try {
      while (!this.#ended && (await this.#parts.send()));
      this.#failures = 0;
      this.#parts.onRound(0);
    } catch (error) {
      this.#failures += 1;
      const wait = backoffAfter(this.#failures, this.#parts.random());
      if (!this.#ended) this.#stopWaiting = this.#parts.later(wait, () => void this.flush());
      this.#parts.onRound(this.#failures, error);
    }
  }
}
