import type { Endpoint } from '@fynbos/core/endpoint.ts';
import type { Answer, CallOptions } from '../../api.ts';
import { ApiProblem } from '../../api-problem.ts';
import { emptyBox, stepped } from '../../offline/box.ts';
import { type InTurn, queue } from '../../offline/one-tab.ts';
import type { CartBox, CartBoxStore } from '../cart-box.ts';
import type { CartDoing } from '../cart-doing.ts';
import { CartKeeper } from '../cart-keeper.ts';
import type { CartNews } from '../cart-news.ts';
import { doingOf } from '../do-cart.ts';
import { forgetAtEnd, shopperOf } from '../session-cart.ts';
import { unwrittenIn } from '../unwritten.ts';
import type { Arriving, ShopOfTest } from './shop-of-test.ts';
import type { World } from './world.ts';

/** What goes wrong between a browser and the shop, each by its probability. */
export interface Faults {
  lostCall: number;
  lostAnswer: number;
  busy: number;
  /** An old call arrives once more, whenever. */
  repeated: number;
}

export const noFaults: Faults = { lostCall: 0, lostAnswer: 0, busy: 0, repeated: 0 };

/** A page of the shop in one tab. */
export interface Tab {
  keeper: CartKeeper;
  doing: CartDoing;
  /** Who this tab believes is shopping. */
  customer: number | undefined;
  /** Which login that was. */
  session: number;
  news: CartNews[];
  alone: InTurn;
}

/** A browser: one storage, one session, any number of tabs, and a way to the shop that may fail. */
export class Device {
  readonly name: string;
  readonly tabs: Tab[] = [];
  box: CartBox = emptyBox();
  online = true;
  /** The token of the cart whose payment was begun. */
  paying: string | undefined;
  /** Whether the operator lets carts be with the shop at all. */
  syncOn = true;
  /** Without locks each tab sends for itself. */
  hasLocks = true;
  faults: Faults = noFaults;
  /** Who is logged in, as every tab can look up; and whose session the shop knows. */
  customer: number | undefined;
  /** Sees every change of the box. */
  onChange: (before: CartBox, after: CartBox) => void = () => {};
  /** What is being written down by a tab, or was when it ended. */
  readonly #storage = storageOf(new Map());
  #published = new Map<string, string | undefined>();
  #ids = 0;
  #session = 0;
  #turns: { tab: Tab; run: () => void }[] = [];
  #leader: Tab | undefined;
  readonly #world: World;
  readonly #shop: ShopOfTest;

  /** @param name what sets it apart from other devices at the shop */
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
      news: [] as CartNews[],
      alone: queue(),
    } as unknown as Tab;
    tab.keeper = this.#keeper(tab);
    tab.doing = doingOf(tab.keeper, () => ({ zeroPrice: false, outOfStock: true, stockSync: true }));
    this.tabs.push(tab);
    void tab.keeper.load();
    return tab;
  }

  /** The tab is closed, or its process ends: whatever it was doing stops in the middle. */
  close(tab: Tab): void {
    tab.keeper.stop();
    this.#world.end(tab);
    this.tabs.splice(this.tabs.indexOf(tab), 1);
    this.#turns = this.#turns.filter((turn) => turn.tab !== tab);
    if (this.#leader === tab) this.#next();
  }

  setOnline(online: boolean): void {
    this.online = online;
    for (const tab of this.tabs) void tab.keeper.networkChanged();
  }

  logIn(tab: Tab, customer: number): void {
    this.customer = customer;
    this.#session += 1;
    this.#heard(tab);
    for (const other of this.tabs) this.#world.after(other, () => this.#heard(other));
  }

  async logOut(tab: Tab): Promise<void> {
    this.customer = undefined;
    this.#session += 1;
    tab.customer = undefined;
    tab.session = this.#session;
    for (const other of this.tabs) this.#world.after(other, () => this.#heard(other));
    await forgetAtEnd(tab.keeper, 'logout');
  }

  /** The news of the session reached a tab. */
  #heard(tab: Tab): void {
    if (tab.session === this.#session) return;
    tab.session = this.#session;
    tab.customer = this.customer;
    void (this.customer === undefined ? forgetAtEnd(tab.keeper, 'elsewhere') : tab.keeper.sessionChanged());
  }

  #keeper(tab: Tab): CartKeeper {
    const publish = (seen: object) => {
      for (const [name, value] of Object.entries(seen)) this.#published.set(name, value);
    };
    return new CartKeeper({
      store: this.#store(tab),
      unwritten: unwrittenIn(
        () => this.#storage,
        'unwritten',
        () => this.customer,
      ),
      call: (endpoint, options, customer) => this.#call(tab, endpoint, options, customer),
      inTurn: (run) => this.#inTurn(tab, run),
      customer: async () => shopperOf(tab.customer, this.customer),
      seenFrom: () => ({ online: this.online, totalsSync: true, countPieces: true }),
      isSyncOn: () => this.syncOn,
      newId: () => `id-${this.name}${++this.#ids}`,
      now: () => 0,
      later: (_, run) => this.#world.after(tab, run),
      chance: this.#world.chance,
      isOrdered: () => false,
      isBeingPaid: (token) => this.paying === token,
      news: (news) => tab.news.push(news),
      changing: () => {},
      tellTabs: (rev) => this.#tellTabs(tab, rev),
      publish,
      publishedHash: () => this.#published.get('hash'),
    });
  }

  #tellTabs(from: Tab, rev: number): void {
    for (const tab of this.tabs) if (tab !== from) this.#world.after(tab, () => void tab.keeper.hear(rev));
  }

  /** As in a browser: what one tab asks of its storage happens in the order it was asked. */
  #store(tab: Tab): CartBoxStore {
    const inOrder = queue();
    return {
      durable: true,
      read: () =>
        inOrder(async () => {
          await this.#world.pause(tab);
          return this.box;
        }),
      change: (step) =>
        inOrder(async () => {
          await this.#world.pause(tab);
          const before = this.box;
          this.box = stepped(before, step);
          if (this.box !== before) this.onChange(before, this.box);
          await this.#world.pause(tab);
          return this.box;
        }),
    };
  }

  async #call<E extends Endpoint>(
    tab: Tab,
    { name }: E,
    { cartToken: token, key, query, body }: CallOptions<E>,
    customer: number | undefined,
  ): Promise<Answer<E>> {
    if (customer !== undefined && customer !== tab.customer) throw new ApiProblem('token_refused');
    const { session } = tab;
    const call = { name, token, key, query: query ?? {}, body: body ?? {}, customer } as Arriving;
    await this.#world.pause(tab);
    const { lostCall, lostAnswer, busy, repeated } = this.faults;
    if (!this.online || this.#world.happens(lostCall)) throw new ApiProblem('unreachable');
    if (this.#world.happens(busy))
      throw new ApiProblem('internal', { status: this.#world.pick([429, 500, 503]) });
    if (customer !== undefined && session !== this.#session) {
      this.#heard(tab);
      throw new ApiProblem('token_refused');
    }
    const answer = this.#shop.answer(call);
    if (this.#world.happens(repeated)) this.#world.after(this, () => this.#again(call));
    await this.#world.pause(tab);
    if (!this.online || this.#world.happens(lostAnswer)) throw new ApiProblem('timeout');
    return structuredClone(answer) as Answer<E>;
  }

  /** Nobody waits for what is answered now. */
  #again(call: Arriving): void {
    try {
      this.#shop.answer(call);
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

/** A storage that writes at once. */
const storageOf = (kept: Map<string, string>): Storage =>
  ({
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }) as Storage;
