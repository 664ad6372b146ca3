import { centsToDecimal } from '@fynbos/core/money.ts';
import { useSyncExternalStore } from 'react';
import { useProfile } from '../accounts/session/state.ts';
import { ApiProblem } from '../api-problem.ts';
import { discarded, type PendingEntry } from '../cart/cart-box.ts';
import { cart, unseen } from '../cart/open-cart.ts';
import { type Orders, useOrders } from '../checkout/kept-orders.ts';
import { isAsked, isOwn, mayBeSent, type WaitingOrder } from '../checkout/order-box.ts';
import { retryOrder, withdraw } from '../checkout/order-queue.ts';
import type { MessageId, Text } from '../i18n/text.ts';
import { needsYou } from './attempt.ts';
import type { NetworkTask, TaskCallback } from './task.ts';
import { discardTask, retryTask, type Tasks, useTasks } from './task-queue.ts';

/** Something that waits to be sent, of whatever kind, as a shopper sees it. */
export interface WaitingThing {
  key: string;
  what: string;
  state: 'waiting' | 'sending' | 'needsYou';
  /** Why the last attempt came to nothing: the code of the problem, as refusals have it. */
  problem: NetworkTask['problem'];
  /** Milliseconds since 1970; 0 where nobody knows. */
  since: number;
  retry(): Promise<void>;
  /**
   * Throws ApiProblem where the shop must be asked first, and cannot.
   *
   * @returns whether it is gone; what the shop has already stays there
   */
  discard(): Promise<boolean>;
}

/** How much waits that is shown: to nobody what another customer ordered, and no silent tasks. */
export function useWaitingCount(): number {
  useSyncExternalStore(cart.follow, cart.view, () => unseen);
  const known = useProfile()?.id;
  const orders = useOrders().box.entries.filter((order) => isOwn(order, known));
  return cart.waiting.length + orders.length + told(useTasks()).length;
}

/** All that waits: orders first, then tasks, then what was done to the cart; each oldest first. */
export function useWaiting({ t, price }: Pick<Text, 't' | 'price'>): readonly WaitingThing[] {
  useSyncExternalStore(cart.follow, cart.view, () => unseen);
  const known = useProfile()?.id;
  const orders = useOrders();
  const tasks = useTasks();
  return [
    ...ordersWaiting(orders, known, { t, price }),
    ...told(tasks).map((task) => taskWaiting(task, tasks.sending, t)),
    ...cartWaiting(t),
  ];
}

const told = ({ box }: Tasks) => box.entries.filter(({ silent }) => !silent);

function ordersWaiting(
  { box, sending, failure }: Orders,
  known: number | undefined,
  { t, price }: Pick<Text, 't' | 'price'>,
): WaitingThing[] {
  const own = box.entries.filter((order) => isOwn(order, known));
  const next = own.find((order) => mayBeSent(order, known));
  return own.map((order) => ({
    key: order.id,
    what: t('waiting.order', { total: price(centsToDecimal(order.grandTotal)) }),
    state: order.id === sending ? 'sending' : isAsked(order) ? 'needsYou' : 'waiting',
    problem: problemOf(order) ?? (order === next ? failure?.view : undefined),
    since: order.at,
    retry: () => retryOrder(order.id),
    discard: () => withdraw(order),
  }));
}

const problemOf = ({ offline, problem }: WaitingOrder) =>
  offline?.state === 'differs' ? new ApiProblem('total_changed').view : problem;

const taskWords: Record<TaskCallback, MessageId> = {
  'user-after-update': 'waiting.profile',
  'stock-after-check': 'waiting.stock',
  'newsletter-after-change': 'waiting.newsletter',
};

function taskWaiting(task: NetworkTask, sending: string | undefined, t: Text['t']): WaitingThing {
  return {
    key: task.id,
    what: t(taskWords[task.callback_event], { sku: task.product_sku ?? '' }),
    state: needsYou(task) ? 'needsYou' : task.id === sending ? 'sending' : 'waiting',
    problem: task.problem,
    since: task.created_at,
    retry: () => retryTask(task.id),
    discard: () => discardTask(task.id).then(() => true),
  };
}

function cartWaiting(t: Text['t']): WaitingThing[] {
  const { busy, state } = cart.view();
  return cart.waiting.map((entry, index) => ({
    key: entry.id,
    what: cartWords(entry, t),
    state: state === 'unsynced' ? 'needsYou' : busy && index === 0 ? 'sending' : 'waiting',
    problem: undefined,
    since: entry.at,
    retry: () => cart.wake(),
    discard: () => cart.change((box) => discarded(box, entry.id)).then(() => true),
  }));
}

function cartWords(entry: PendingEntry, t: Text['t']): string {
  const name = cart.nameOf(entry);
  if (entry.kind === 'add') return t('waiting.cartAdd', { qty: entry.qty, name });
  if (entry.kind === 'set') return t('waiting.cartSet', { qty: entry.qty, name });
  return t(entry.kind === 'remove' ? 'waiting.cartRemove' : 'waiting.cartChange', { name });
}
