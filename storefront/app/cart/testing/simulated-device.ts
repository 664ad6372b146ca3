import type { Endpoint } from '@fynbos/core/endpoint.ts';
import type { ApiResponse, CallOptions } from '../../api-client.ts';
import { ApiProblem } from '../../platform/api/api-problem.ts';
import { applyChange, emptyOutbox, memoryOutbox } from '../../platform/outbox/outbox.ts';
import { OutboxQueue } from '../../platform/outbox/outbox-queue.ts';
import { type InTurn, queue } from '../../platform/outbox/tab-lock.ts';
import { CartActions } from '../sync/cart-actions.ts';
import type { CartEvent } from '../sync/cart-events.ts';
import {
  appended,
  type CartOutbox,
  type CartOutboxStore,
  type CartSnapshot,
  isCartEntry,
  isKnown,
  type PendingEntry,
} from '../sync/cart-outbox.ts';
import { shopperOf } from '../sync/cart-requests.ts';
import { CartStore } from '../sync/cart-store.ts';
import { handOverOf, unsavedEntriesIn } from '../sync/unsaved-entries.ts';
import type { Arriving, ShopOfTest } from './fake-shop.ts';
import type { World } from './simulated-world.ts';

/** Failures between a browser and the shop, each with its probability. */
export interface FailureRates {
  lostCall: number;
  lostResponse: number;
  busy: number;
  /** An old call arrives a second time, at any later moment. */
  repeated: number;
}

export const noFailures: FailureRates = { lostCall: 0, lostResponse: 0, busy: 0, repeated: 0 };

/** A page of the shop in one tab. */
export interface Tab {
  cartStore: CartStore;
  actions: CartActions;
  /** The customer this tab believes to be logged in. */
  customer: number | undefined;
  /** The number of that login. */
  session: number;
  notices: CartEvent[];
  alone: InTurn;
  outbox: OutboxQueue<CartSnapshot, PendingEntry>;
  /** Receives the revision that another tab announced. */
  announced: (rev: number) => void;
}

/** A browser: one storage, one session, any number of tabs, and an unreliable connection to the shop. */
export class Device {
  readonly name: string;
  readonly tabs: Tab[] = [];
  outbox: CartOutbox = emptyOutbox();
  online = true;
  /** Token of the cart whose payment was started. */
  paying: string | undefined;
  /** Token of the cart that is not read, because its payment is being settled. */
  settling: string | undefined;
  /** What happens while a step asks who the shopper is. */
  onSession: () => Promise<void> = async () => {};
  /** Whether the operator allows carts to be synchronised with the shop. */
  syncOn = true;
  maxBypasses = 1;
  /** Without a database each tab has an outbox in memory. */
  hasDatabase = true;
  /** Without locks each tab sends on its own. */
  hasLocks = true;
  failureRates: FailureRates = noFailures;
  /** The logged-in customer, as every tab can read and the shop knows. */
  customer: number | undefined;
  /** Called on every change of the outbox. */
  onChange: (before: CartOutbox, after: CartOutbox) => void = () => {};
  /** Entries a tab is writing, or was writing when it ended. */
  readonly unsaved = unsavedEntriesIn(storedList(), isCartEntry, () => this.customer);
  #published = new Map<string, string | undefined>();
  #ids = 0;
  #session = 0;
  #turns: { tab: Tab; run: () => void }[] = [];
  #leader: Tab | undefined;
  readonly #world: World;
  readonly #shop: ShopOfTest;

  /** @param name distinguishes this device from others at the shop */
  constructor(world: World, shop: ShopOfTest, name = '') {
    this.#world = world;
    this.#shop = shop;
    this.name = name;
  }

  get count(): number {
    return Number(this.#published.get('count') ?? 0);
  }

  open(): Tab {
    const tab = {
      customer: this.customer,
      session: this.#session,
      notices: [] as CartEvent[],
      alone: queue(),
      announced: () => {},
    } as unknown as Tab;
    tab.outbox = this.#createOutbox(tab);
    tab.cartStore = this.#createCartStore(tab);
    tab.actions = new CartActions(tab.cartStore);
    this.tabs.push(tab);
    void tab.outbox.start();
    return tab;
  }

  /** The tab is closed or its process ends; its work stops halfway. */
  close(tab: Tab): void {
    tab.outbox.stop();
    this.#world.end(tab);
    this.tabs.splice(this.tabs.indexOf(tab), 1);
    this.#turns = this.#turns.filter((turn) => turn.tab !== tab);
    if (this.#leader === tab) this.#next();
  }

  setOnline(online: boolean): void {
    this.online = online;
    for (const tab of this.tabs) void tab.cartStore.networkChanged();
  }

  logIn(tab: Tab, customer: number): void {
    this.customer = customer;
    this.#session += 1;
    this.#receiveSession(tab);
    for (const otherTab of this.tabs) this.#world.after(otherTab, () => this.#receiveSession(otherTab));
  }

  async logOut(tab: Tab): Promise<void> {
    this.customer = undefined;
    this.#session += 1;
    tab.customer = undefined;
    tab.session = this.#session;
    for (const otherTab of this.tabs) this.#world.after(otherTab, () => this.#receiveSession(otherTab));
    await tab.cartStore.sessionEnded('logout');
  }

  /** A session change reached a tab. */
  #receiveSession(tab: Tab): void {
    if (tab.session === this.#session) return;
    tab.session = this.#session;
    tab.customer = this.customer;
    void (this.customer === undefined
      ? tab.cartStore.sessionEnded('elsewhere')
      : tab.cartStore.sessionChanged());
  }

  #createOutbox(tab: Tab): OutboxQueue<CartSnapshot, PendingEntry> {
    return new OutboxQueue(
      {
        store: this.#store(tab),
        inTurn: (run) => this.#inTurn(tab, run),
        openTabs: () => ({
          publish: (rev) => this.#notifyTabs(tab, rev),
          subscribe: (listener) => {
            tab.announced = listener;
          },
        }),
        later: (_, run) => this.#world.after(tab, run),
        random: this.#world.random,
        handOver: handOverOf(this.unsaved, { isKnown, append: appended }),
      },
      {
        send: () => tab.cartStore.sync.sendNext(),
        begin: async (load) => {
          await load();
          void tab.outbox.flush();
        },
        onRound: (failures) => tab.cartStore.roundEnded(failures),
      },
    );
  }

  #createCartStore(tab: Tab): CartStore {
    const publish = (seen: object) => {
      for (const [name, value] of Object.entries(seen)) this.#published.set(name, value);
    };
    return new CartStore({
      outbox: tab.outbox,
      call: (endpoint, options, customer) => this.#call(tab, endpoint, options, customer),
      customer: async () => {
        await this.onSession();
        return shopperOf(tab.customer, this.customer);
      },
      rules: () => ({ zeroPrice: false, outOfStock: true, stockSync: true }),
      seenFrom: () => ({ online: this.online, totalsSync: true, countUnits: true }),
      isSyncOn: () => this.syncOn,
      maxBypasses: () => this.maxBypasses,
      newId: () => `id-${this.name}${++this.#ids}`,
      now: () => 0,
      isOrdered: (token) => this.settling === token,
      isBeingPaid: (token) => this.paying === token,
      notify: (notice) => tab.notices.push(notice),
      changing: () => {},
      publish,
      publishedHash: () => this.#published.get('hash'),
    });
  }

  #notifyTabs(from: Tab, rev: number): void {
    for (const tab of this.tabs) if (tab !== from) this.#world.after(tab, () => tab.announced(rev));
  }

  /** As in a browser: storage requests of one tab run in the order they were made. */
  #store(tab: Tab): CartOutboxStore {
    if (!this.hasDatabase) return memoryOutbox();
    const inOrder = queue();
    return {
      durable: true,
      read: () =>
        inOrder(async () => {
          await this.#world.pause(tab);
          return this.outbox;
        }),
      change: (step) =>
        inOrder(async () => {
          await this.#world.pause(tab);
          const before = this.outbox;
          this.outbox = applyChange(before, step);
          if (this.outbox !== before) this.onChange(before, this.outbox);
          await this.#world.pause(tab);
          return this.outbox;
        }),
    };
  }

  async #call<E extends Endpoint>(
    tab: Tab,
    { name }: E,
    { cartToken: token, key, query, body }: CallOptions<E>,
    customer: number | undefined,
  ): Promise<ApiResponse<E>> {
    if (customer !== undefined && customer !== tab.customer) throw new ApiProblem('token_refused');
    const { session } = tab;
    const call = { name, token, key, query: query ?? {}, body: body ?? {}, customer } as Arriving;
    await this.#world.pause(tab);
    const { lostCall, lostResponse, busy, repeated } = this.failureRates;
    if (!this.online || this.#world.happens(lostCall)) throw new ApiProblem('unreachable');
    if (this.#world.happens(busy))
      throw new ApiProblem('internal', { status: this.#world.pick([429, 500, 503]) });
    if (customer !== undefined && session !== this.#session) {
      this.#receiveSession(tab);
      throw new ApiProblem('token_refused');
    }
    const response = this.#shop.handle(call);
    if (this.#world.happens(repeated)) this.#world.after(this, () => this.#repeat(call));
    await this.#world.pause(tab);
    if (!this.online || this.#world.happens(lostResponse)) throw new ApiProblem('timeout');
    return structuredClone(response) as ApiResponse<E>;
  }

  /** No caller waits for this response. */
  #repeat(call: Arriving): void {
    try {
      this.#shop.handle(call);
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
    }
  }

  async #inTurn<Result>(tab: Tab, run: () => Promise<Result>): Promise<Result> {
    await this.#world.pause(tab);
    if (!this.hasLocks) return tab.alone(run);
    if (this.#leader) await new Promise<void>((turn) => this.#turns.push({ tab, run: turn }));
    this.#leader = tab;
    try {
      return await run();
    } finally {
      if (this.#leader === tab) this.#next();
    }
  }

  #next(): void {
    this.#leader = undefined;
    const turn = this.#turns.shift();
    if (!turn) return;
    this.#leader = turn.tab;
    turn.run();
  }
}

/** A storage that writes synchronously. */
function storedList() {
  let stored: readonly unknown[] | undefined;
  return {
    read: () => stored,
    write(next: readonly unknown[] | undefined) {
      stored = next;
      return true;
    },
  };
}
