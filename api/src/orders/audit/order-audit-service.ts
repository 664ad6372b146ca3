import { isOrderState, mayBecome, orderStates } from '@fynbos/core/orders/order-states.ts';
import { readCartsWithoutOrder, readOpenCarts } from '../../cart/records/read-store.ts';
import { namesOf } from '../../catalogue/product-service.ts';
import type { Db } from '../../db.ts';
import { findNotMailedOnce, mailStatus } from '../../platform/mail/mail-service.ts';
import { listCoupons, overdrawnVouchers, voucherMovements } from '../../promotions/promotion-service.ts';
import { negativeStock, trackedStockCount } from '../../stock/stock-count-service.ts';
import { readGreedy, readLiveUses, readUncountedCodes, readVoucherUses } from './coupon-audit-store.ts';
import {
  countAll,
  type History,
  type OrderRowCounts,
  type OrderViolation,
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
} from './order-audit-store.ts';

/** The result of checking an invariant. */
export interface Proof {
  /** The number of the invariant in the reliability specification: I1 to I10. */
  invariant: string;
  /** The statement that is true when there are no violations: `1,655 stock quantities, none below zero`. */
  holds: string;
  violations: readonly string[];
}

/**
 * Checks the shop's data: stock, sums, histories, codes and carts. Everything is read from one snapshot, so
 * that concurrent orders cause no false violations. It writes nothing and takes no locks.
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
      await proveVouchers(snapshot),
      await proveCarts(snapshot, counts),
      await proveSending(snapshot),
    ];
  });

/** Reads the shop in one snapshot, independent of concurrent writes. */
export const inOneMoment = <Result>(db: Db, read: (snapshot: Db) => Promise<Result>): Promise<Result> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);

async function proveStock(db: Db, { stock, uses }: OrderRowCounts): Promise<Proof[]> {
  const names = await namesOf(db);
  const below = (await negativeStock(db)).map(
    ({ product_id, store_code, qty }) =>
      `${names.get(product_id)?.sku ?? `product ${product_id}`}${store_code && ` in ${store_code}`}: the stock is ${qty}`,
  );
  const goods = [...names].map(([id, { sku }]) => ({ id, sku }));
  const holding = Object.keys(orderStates)
    .filter(isOrderState)
    .filter((state) => orderStates[state].holdsStock);
  return [
    {
      invariant: 'I1',
      holds: `${many(await trackedStockCount(db), 'stock quantity', 'stock quantities')}, none below zero`,
      violations: below,
    },
    proof(
      'I1',
      `${many(stock, 'stock deduction')}, each matching its order lines`,
      await readWrongStock(db, goods),
    ),
    proof(
      'I1',
      `${many(stock + uses, 'stock deduction or coupon use', 'stock deductions and coupon uses')}, reversed exactly for canceled and returned units`,
      await readWrongReturns(db, holding),
    ),
  ];
}

async function proveSums(db: Db, { orders, lines }: OrderRowCounts): Promise<Proof[]> {
  return [
    proof('I2', `${many(orders, 'order')}, each the sum of its parts`, await readWrongSums(db)),
    proof('I2', `${many(lines, 'line')}, each the sum of its units and rates`, await readWrongLines(db)),
    proof('I2', `${many(orders, 'order')}, each taxed once for what is paid`, await readWrongRates(db)),
  ];
}

/** Each order was placed once, and made only transitions that the state table allows. */
async function proveHistories(db: Db): Promise<Proof> {
  const histories = await readHistories(db);
  const count = histories.reduce((sum, history) => sum + history.count, 0);
  const wrong = histories.filter((history) => !isPossible(history));
  const violations = wrong.flatMap(({ state, states, count: times, numbers }) => [
    ...numbers.map(
      (number) => `order ${number}: is ${state}, but went ${states.join(' → ') || 'no recorded states'}`,
    ),
    ...Array.from({ length: times - numbers.length }, () => 'another order has the same history'),
  ]);
  return {
    invariant: 'I5',
    holds: `${many(count, 'order')}, each placed once, with valid transitions only`,
    violations,
  };
}

function isPossible({ state, states: [first, ...later] }: History): boolean {
  if (first !== 'placed' && first !== 'pending_payment') return false;
  const steps = [first, ...later];
  // `steps` is one longer than `later`, so it has every index of `later`.
  return steps.at(-1) === state && later.every((next, index) => mayBecome(steps[index]!, next));
}

/** The reported order states, each with its mail. */
const stateMails = [
  ['placed', 'orderConfirmation'],
  ['shipped', 'orderShipped'],
  ['canceled', 'orderCanceled'],
] as const;

/** Each order and each reported state has exactly one mail. */
async function proveMails(db: Db): Promise<Proof> {
  const violations: OrderViolation[] = [];
  let mailCount = 0;
  for (const [state, template] of stateMails) {
    const numbers = await readNumbersOnceIn(db, state);
    const wrong = await findNotMailedOnce(db, template, numbers);
    mailCount += numbers.length;
    violations.push(
      ...wrong.map(({ number, times }) => ({ number, says: `was ${state}, and notified by ${times} mails` })),
    );
  }
  return proof('I5', `${many(mailCount, 'mail')}, one for each order and reported state`, violations);
}

async function proveCodes(db: Db, { uses }: OrderRowCounts): Promise<Proof[]> {
  const live = await readLiveUses(db);
  const coupons = new Map((await listCoupons(db)).map((coupon) => [coupon.code, coupon]));
  const violations = [...new Set([...coupons.keys(), ...live.keys()])].toSorted().flatMap((code) => {
    const coupon = coupons.get(code);
    const used = live.get(code) ?? 0;
    const { uses: counted = 0, max_uses: maxUses = null } = coupon ?? {};
    return [
      counted === used ? '' : `coupon ${code}: counts ${counted} uses, orders have ${used}`,
      maxUses !== null && used > maxUses ? `coupon ${code}: used ${used} times, ${maxUses} at most` : '',
    ].filter(Boolean);
  });
  const limits = [...coupons.values()].flatMap(({ code, max_uses_per_customer: maxUsesEach }) =>
    maxUsesEach === null ? [] : [{ code, most: maxUsesEach }],
  );
  const greedy = (await readGreedy(db, limits)).map(
    ({ coupon_code, uses: times, most: maxUses, number }) =>
      `coupon ${coupon_code}: one person used it ${times} times, ${maxUses} at most, last with order ${number}`,
  );
  return [
    {
      invariant: 'I6',
      holds: `${many(coupons.size, 'coupon')}, none used too often`,
      violations: [...violations, ...greedy],
    },
    proof('I6', `${many(uses, 'use')}, each of the code its order has`, await readUncountedCodes(db)),
  ];
}

/** Vouchers were moved by exactly what orders take, and never below zero (ADR-036). */
async function proveVouchers(db: Db): Promise<Proof> {
  const moved = await voucherMovements(db);
  const uses = await readVoucherUses(db);
  const keyOf = (use: { coupon_code: string; order_id: number }) => `${use.coupon_code} ${use.order_id}`;
  const left = new Map(moved.map((row) => [keyOf(row), row]));
  const wrong = uses.flatMap((use): string[] => {
    const taken = -(left.get(keyOf(use))?.cents ?? 0);
    left.delete(keyOf(use));
    const { number, coupon_code: code, cents, paid } = use;
    return [
      taken === cents
        ? ''
        : `order ${number}: takes ${cents} of the voucher ${code}, which moved by ${taken}`,
      paid > 0 && cents > paid
        ? `order ${number}: takes ${cents} of the voucher ${code}, and paid ${paid}`
        : '',
    ].filter(Boolean);
  });
  const strays = [...left.values()].filter(({ cents }) => cents !== 0);
  const below = await overdrawnVouchers(db);
  return {
    invariant: 'I6',
    holds: `${many(moved.length, 'use')} of vouchers, each moving the balance by what it pays`,
    violations: [
      ...wrong,
      ...strays.map(({ coupon_code, cents }) => `voucher ${coupon_code}: moved by ${cents} without an order`),
      ...below.map(({ code, cents }) => `voucher ${code}: its balance is ${cents}`),
    ],
  };
}

/**
 * Each cart is ordered once and closed then. After an online payment, its other content stays with the
 * shopper.
 */
async function proveCarts(db: Db, { orders }: OrderRowCounts): Promise<Proof> {
  const carts = await readCartsOfOrders(db);
  const usedUp = new Map(carts.flatMap((cart) => (cart.usedUp ? [[cart.cart_id, cart.number]] : [])));
  const violations = [
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
  return { invariant: 'I9', holds: `${many(orders, 'order')}, each with its own cart`, violations };
}

/**
 * A running shop checks for due mail every ten seconds, and limits a connection to a mail server to two
 * minutes.
 */
const leftLyingSeconds = 5 * 60;

/** Due mail is sent: it is not overdue for longer than the limit. */
async function proveSending(db: Db): Promise<Proof> {
  const { waiting, overdue } = await mailStatus(db);
  const wait = waiting === 1 ? 'waits' : 'wait';
  const since = Math.round(overdue).toLocaleString('en-US');
  return {
    invariant: 'I10',
    holds: `${many(waiting, 'mail')} waiting, none overdue`,
    violations:
      overdue > leftLyingSeconds
        ? [
            `${many(waiting, 'mail')} ${wait}, the first due since ${since} seconds: the mail worker does not send them`,
          ]
        : [],
  };
}

/**
 * The orders with booked or expected payments, for the payment audit.
 * @param online payment methods whose money a provider takes
 */
export const ordersWithMoney = (db: Db, online: readonly string[]): Promise<OrderWithMoney[]> =>
  readOrdersWithMoney(db, online);

const written = ({ number, says: text }: OrderViolation): string => `order ${number}: ${text}`;

function proof(invariant: string, holds: string, violations: readonly OrderViolation[]): Proof {
  return { invariant, holds, violations: violations.map(written) };
}

/** `1,655 orders` */
export const many = (count: number, singular: string, several = `${singular}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? singular : several}`;
