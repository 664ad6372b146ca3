import { centsToDecimal } from '@fynbos/core/money.ts';
import { cart } from '../../cart/state/current-cart.ts';
import { useCart } from '../../cart/state/use-cart.ts';
import { discarded, type PendingEntry } from '../../cart/sync/cart-outbox.ts';
import type { WaitingOrder } from '../../checkout/outbox/offline-order.ts';
import { isOwn, mayBeSent, needsDecision } from '../../checkout/outbox/order-outbox.ts';
import { type currentOrders, retryOrder, useOrders, withdraw } from '../../checkout/outbox/order-queue.ts';
import type { NetworkTask, TaskCallback } from '../../network-tasks/network-task.ts';
import { type currentTasks, discardTask, retryTask, useTasks } from '../../network-tasks/task-queue.ts';
import { ApiProblem } from '../../platform/api/api-problem.ts';
import type { MessageId, Text } from '../../platform/i18n/text.ts';
import { needsYou } from '../../platform/outbox/send-attempt.ts';
import { useProfile } from '../../platform/session/session-state.ts';

/** Anything that waits to be sent, as shown to the shopper. */
export interface WaitingEntry {
  key: string;
  description: string;
  state: 'waiting' | 'sending' | 'needsYou';
  /** Why the last attempt failed: the problem code, as in refusals. */
  problem: NetworkTask['problem'];
  /** Milliseconds since 1970; 0 if unknown. */
  since: number;
  retry(): Promise<void>;
  /**
   * Throws ApiProblem if the shop must confirm first and cannot be reached.
   * @returns whether it was discarded; what the shop already has remains there
   */
  discard(): Promise<boolean>;
}

/** The number of visible waiting entries: without orders of another customer and without silent tasks. */
export function usePendingCount(): number {
  useCart();
  const known = useProfile()?.id;
  const orders = useOrders().outbox.entries.filter((order) => isOwn(order, known));
  return cart.waiting.length + orders.length + visibleTasks(useTasks()).length;
}

/** All waiting entries: orders first, then tasks, then cart changes; each oldest first. */
export function usePendingChanges({ t, price }: Pick<Text, 't' | 'price'>): readonly WaitingEntry[] {
  useCart();
  const known = useProfile()?.id;
  const orders = useOrders();
  const tasks = useTasks();
  return [
    ...ordersWaiting(orders, known, { t, price }),
    ...visibleTasks(tasks).map((task) => taskWaiting(task, tasks.sending, t)),
    ...cartWaiting(t),
  ];
}

const visibleTasks = ({ outbox }: ReturnType<typeof currentTasks>) =>
  outbox.entries.filter(({ silent }) => !silent);

function ordersWaiting(
  { outbox, sending, failure }: ReturnType<typeof currentOrders>,
  known: number | undefined,
  { t, price }: Pick<Text, 't' | 'price'>,
): WaitingEntry[] {
  const ownOrders = outbox.entries.filter((order) => isOwn(order, known));
  const next = ownOrders.find((order) => mayBeSent(order, known));
  return ownOrders.map((order) => ({
    key: order.id,
    description: t('waiting.order', { total: price(centsToDecimal(order.grandTotal)) }),
    state: order.id === sending ? 'sending' : needsDecision(order) ? 'needsYou' : 'waiting',
    problem: problemOf(order) ?? (order === next ? failure?.view : undefined),
    since: order.at,
    retry: () => retryOrder(order.id),
    discard: () => withdraw(order),
  }));
}

const problemOf = ({ offline, problem }: WaitingOrder) =>
  offline?.state === 'differs' ? new ApiProblem('total_changed').view : problem;

const taskMessages: Record<TaskCallback, MessageId> = {
  'user-after-update': 'waiting.profile',
  'stock-after-check': 'waiting.stock',
  'newsletter-after-change': 'waiting.newsletter',
};

function taskWaiting(task: NetworkTask, sending: string | undefined, t: Text['t']): WaitingEntry {
  return {
    key: task.id,
    description: t(taskMessages[task.callback_event], { sku: task.product_sku ?? '' }),
    state: needsYou(task) ? 'needsYou' : task.id === sending ? 'sending' : 'waiting',
    problem: task.problem,
    since: task.created_at,
    retry: () => retryTask(task.id),
    discard: () => discardTask(task.id).then(() => true),
  };
}

function cartWaiting(t: Text['t']): WaitingEntry[] {
  const { busy, state } = cart.view();
  return cart.waiting.map((entry, index) => ({
    key: entry.id,
    description: cartEntryText(entry, t),
    state: state === 'unsynced' ? 'needsYou' : busy && index === 0 ? 'sending' : 'waiting',
    problem: undefined,
    since: entry.at,
    retry: () => cart.flush(),
    discard: () => cart.change((outbox) => discarded(outbox, entry.id)).then(() => true),
  }));
}

function cartEntryText(entry: PendingEntry, t: Text['t']): string {
  const name = cart.nameOf(entry);
  if (entry.kind === 'add') return t('waiting.cartAdd', { qty: entry.qty, name });
  if (entry.kind === 'set') return t('waiting.cartSet', { qty: entry.qty, name });
  return t(entry.kind === 'remove' ? 'waiting.cartRemove' : 'waiting.cartChange', { name });
}
