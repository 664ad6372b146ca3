import { mayBecome, type OrderState, orderStates } from '@fynbos/core/orders/states.ts';
import { readCartsWithoutOrder, readOpenCarts } from '../cart/read-store.ts';
import { namesOf } from '../catalogue/product-service.ts';
import type { Db } from '../db.ts';
import { mailStanding, notToldOnce } from '../mail/service.ts';
import { listCoupons } from '../promotions/service.ts';
import { countedShelves, shelvesBelowZero } from '../stock/counting-service.ts';
import { readGreedy, readLiveUses, readUncountedCodes } from './audit-coupons-store.ts';
import {
  type Counts,
  countAll,
  type History,
  type OrderFault,
  type OrderWithMoney,
  readCartsOfOrders,
  readCartsOrderedTwice,
  readHistories,
  readNumbersOnceIn,
  readOrdersWithMoney,
  readWrongLines,
  readWrongRates,
  readWrongReturns,
  readWrongStock,
  readWrongSums,
} from './audit-store.ts';

/** What was proven, of how many, or what is wrong. */
export interface Proof {
  /** As reliability is written down: I1 to I10. */
  invariant: string;
  /** What holds, when there is no fault: `1,655 shelves, none below zero`. */
  holds: string;
  faults: readonly string[];
}

/**
 * Proves that the shop's books are right: stock, sums, histories, codes and carts. Everything is read from one
 * moment, so that orders which come meanwhile are no faults; nothing is written, and nobody waits.
 */
export const audit = (db: Db): Promise<Proof[]> =>
  inOneMoment(db, async (snapshot) => {
    const counts = await countAll(snapshot);
    return [
      ...(await proveStock(snapshot, counts)),
      ...(await proveSums(snapshot, counts)),
      await proveHistories(snapshot),
      await proveMails(snapshot),
      ...(await proveCodes(snapshot, counts)),
      await proveCarts(snapshot, counts),
      await proveSending(snapshot),
    ];
  });

/** Reads the shop as it was in one moment, whatever happens meanwhile. */
export const inOneMoment = <Result>(db: Db, read: (snapshot: Db) => Promise<Result>): Promise<Result> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);

async function proveStock(db: Db, { stock, uses }: Counts): Promise<Proof[]> {
  const names = await namesOf(db);
  const below = (await shelvesBelowZero(db)).map(
    ({ product_id, store_code, qty }) =>
      `${names.get(product_id)?.sku ?? `product ${product_id}`}${store_code && ` in ${store_code}`}: the shelf has ${qty}`,
  );
  const goods = [...names].map(([id, { sku }]) => ({ id, sku }));
  const holding = (Object.keys(orderStates) as OrderState[]).filter((state) => orderStates[state].holdsStock);
  return [
    {
      invariant: 'I1',
      holds: `${many(await countedShelves(db), 'shelf', 'shelves')}, none below zero`,
      faults: below,
    },
    proof('I1', `${many(stock, 'taking')}, each what its lines need`, await readWrongStock(db, goods)),
    proof(
      'I1',
      `${many(stock + uses, 'taking or code', 'takings and codes')}, given back exactly by what was canceled or returned`,
      await readWrongReturns(db, holding),
    ),
  ];
}

async function proveSums(db: Db, { orders, lines }: Counts): Promise<Proof[]> {
  return [
    proof('I2', `${many(orders, 'order')}, each the sum of its parts`, await readWrongSums(db)),
    proof('I2', `${many(lines, 'line')}, each the sum of its pieces and rates`, await readWrongLines(db)),
    proof('I2', `${many(orders, 'order')}, each taxed once for what is paid`, await readWrongRates(db)),
  ];
}

/** Each order was placed once, and went only ways that the table of states allows. */
async function proveHistories(db: Db): Promise<Proof> {
  const histories = await readHistories(db);
  const count = histories.reduce((sum, history) => sum + history.count, 0);
  const wrong = histories.filter((history) => !isPossible(history));
  const faults = wrong.flatMap(({ state, states, count: times, numbers }) => [
    ...numbers.map(
      (number) =>
        `order ${number}: is ${state}, but went ${states.join(' → ') || 'no way that is written down'}`,
    ),
    ...Array.from({ length: times - numbers.length }, () => 'another order went that way'),
  ]);
  return {
    invariant: 'I5',
    holds: `${many(count, 'order')}, each placed once and moved on as it may be`,
    faults,
  };
}

function isPossible({ state, states: [first, ...later] }: History): boolean {
  if (first !== 'placed' && first !== 'pending_payment') return false;
  const steps = [first, ...later];
  return steps.at(-1) === state && later.every((next, index) => mayBecome(steps[index]!, next));
}

/** Which mail tells of a state, when an order comes into it. */
const mailOf = { placed: 'orderConfirmation', shipped: 'orderShipped', canceled: 'orderCanceled' } as const;

/** Each order was confirmed by one mail, and so was what happened to it. */
async function proveMails(db: Db): Promise<Proof> {
  const faults: OrderFault[] = [];
  let told = 0;
  for (const [state, template] of Object.entries(mailOf)) {
    const numbers = await readNumbersOnceIn(db, state as OrderState);
    const wrong = await notToldOnce(db, template, numbers);
    told += numbers.length;
    faults.push(
      ...wrong.map(({ number, times }) => ({ number, says: `was ${state}, and told so by ${times} mails` })),
    );
  }
  return proof('I5', `${many(told, 'mail')}, one for each order and what happened to it`, faults);
}

async function proveCodes(db: Db, { uses }: Counts): Promise<Proof[]> {
  const live = await readLiveUses(db);
  const coupons = new Map((await listCoupons(db)).map((coupon) => [coupon.code, coupon]));
  const faults = [...new Set([...coupons.keys(), ...live.keys()])].toSorted().flatMap((code) => {
    const coupon = coupons.get(code);
    const used = live.get(code) ?? 0;
    const { uses: counted = 0, max_uses: most = null } = coupon ?? {};
    return [
      counted === used ? '' : `coupon ${code}: counts ${counted} uses, orders have ${used}`,
      most !== null && used > most ? `coupon ${code}: used ${used} times, ${most} at most` : '',
    ].filter(Boolean);
  });
  const limits = [...coupons.values()].flatMap(({ code, max_uses_per_customer: most }) =>
    most === null ? [] : [{ code, most }],
  );
  const greedy = (await readGreedy(db, limits)).map(
    ({ coupon_code, uses: times, most, number }) =>
      `coupon ${coupon_code}: one person used it ${times} times, ${most} at most, last with order ${number}`,
  );
  return [
    {
      invariant: 'I6',
      holds: `${many(coupons.size, 'coupon')}, none used too often`,
      faults: [...faults, ...greedy],
    },
    proof('I6', `${many(uses, 'use')}, each of the code its order has`, await readUncountedCodes(db)),
  ];
}

/** Each cart is ordered once, and used up then; what is paid online leaves what else is in it to its shopper. */
async function proveCarts(db: Db, { orders }: Counts): Promise<Proof> {
  const carts = await readCartsOfOrders(db);
  const usedUp = new Map(carts.flatMap((cart) => (cart.usedUp ? [[cart.cart_id, cart.number]] : [])));
  const faults = [
    ...(await readCartsOrderedTwice(db)).map(written),
    ...(await readOpenCarts(db, [...usedUp.keys()])).map(
      (id) => `order ${usedUp.get(id)}: its cart ${id} is still open`,
    ),
    ...(
      await readCartsWithoutOrder(
        db,
        carts.map(({ cart_id }) => cart_id),
      )
    ).map((id) => `cart ${id}: was used up, but there is no order of it`),
  ];
  return { invariant: 'I9', holds: `${many(orders, 'order')}, each of a cart of its own`, faults };
}

/** A shop that runs looks for mail that is due every ten seconds, and talks to no mail server for more than two minutes. */
const leftLyingSeconds = 5 * 60;

/** What is to be told to somebody is on its way: whoever sends mail looks for it. */
async function proveSending(db: Db): Promise<Proof> {
  const { waiting, overdue } = await mailStanding(db);
  const wait = waiting === 1 ? 'waits' : 'wait';
  const since = Math.round(overdue).toLocaleString('en-US');
  return {
    invariant: 'I10',
    holds: `${many(waiting, 'mail')} to be sent, none left lying`,
    faults:
      overdue > leftLyingSeconds
        ? [`${many(waiting, 'mail')} ${wait}, the first due since ${since} seconds: nobody sends them`]
        : [],
  };
}

/**
 * The orders that money is booked for, or waited for, as the audit of payments compares them.
 *
 * @param online ways to pay that a provider takes the money of
 */
export const ordersWithMoney = (db: Db, online: readonly string[]): Promise<OrderWithMoney[]> =>
  readOrdersWithMoney(db, online);

const written = ({ number, says }: OrderFault): string => `order ${number}: ${says}`;

function proof(invariant: string, holds: string, faults: readonly OrderFault[]): Proof {
  return { invariant, holds, faults: faults.map(written) };
}

/** `1,655 orders` */
export const many = (count: number, one: string, several = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : several}`;
