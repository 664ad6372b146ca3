import { centsToDecimal } from '@fynbos/core/money.ts';
import { useState } from 'react';
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
import { useText } from '../../platform/i18n/text-context.tsx';
import { needsYou } from '../../platform/outbox/send-attempt.ts';
import { useProfile } from '../../platform/session/session-state.ts';
import '../../platform/i18n/parts/problem-messages.ts';
import '../../platform/i18n/parts/waiting-messages.ts';
import { Button } from '../../ui/button.tsx';
import { useNotices } from '../../ui/notices/notices-provider.tsx';
import { problemMessage, refusalNotice } from '../../ui/notices/problem-notice.ts';

/** The waiting entries within another panel; empty if there are none. */
export function WaitingSection() {
  const { t } = useText();
  if (usePendingCount() === 0) return null;
  return (
    <section aria-label={t('waiting.title')} className="grid gap-2">
      <h3 className="font-bold">{t('waiting.title')}</h3>
      <WaitingList />
    </section>
  );
}

/** All waiting entries, their state and the possible actions. */
export function WaitingList() {
  const text = useText();
  const { t } = text;
  const entries = usePendingChanges(text);
  const { durable } = useTasks();
  if (entries.length === 0) return <p>{t('waiting.none')}</p>;
  return (
    <div className="grid gap-4">
      <p className="text-muted">{t('waiting.lead')}</p>
      {!durable && (
        <p className="rounded-petal-small bg-danger-subtle p-3 font-semibold">{t('waiting.unkeptAll')}</p>
      )}
      <ul className="grid gap-3">
        {entries.map((entry) => (
          <WaitingRow key={entry.key} entry={entry} />
        ))}
      </ul>
    </div>
  );
}

const stateClasses = {
  waiting: 'bg-surface-muted',
  sending: 'bg-accent-subtle',
  needsYou: 'bg-danger-subtle',
};

function WaitingRow({ entry }: { entry: WaitingEntry }) {
  const { t, date } = useText();
  const { notify } = useNotices();
  const [confirming, setConfirming] = useState(false);
  const { description, state, problem, since } = entry;
  const stateTexts = {
    waiting: t('waiting.stateWaiting'),
    sending: t('waiting.stateSending'),
    needsYou: t('waiting.stateNeedsYou'),
  };
  const failed = (error: unknown) => notify(refusalNotice(error, t));
  const discard = () =>
    entry
      .discard()
      .then(
        (isDiscarded) =>
          isDiscarded && notify({ kind: 'info', message: t('waiting.discarded', { what: description }) }),
        failed,
      );
  const when = date(since, { hour: '2-digit', minute: '2-digit', day: 'numeric', month: 'short' });
  return (
    <li className="grid gap-2 rounded-petal border border-divider p-4">
      <p className="wrap-anywhere font-semibold">{description}</p>
      <p className="flex flex-wrap items-center gap-2 text-sm">
        <span
          role="status"
          className={`rounded-petal-small px-2 py-0.5 font-semibold ${stateClasses[state]}`}
        >
          {stateTexts[state]}
        </span>
        {since > 0 && <span className="text-muted">{t('waiting.since', { when })}</span>}
      </p>
      {problem && <p className="text-sm">{problemMessage(problem, t)}</p>}
      {confirming ? (
        <div className="flex flex-wrap gap-2">
          <Button variant="strong" onClick={discard}>
            {t('waiting.discardSure')}
          </Button>
          <Button variant="quiet" onClick={() => setConfirming(false)}>
            {t('waiting.keep')}
          </Button>
        </div>
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button
            variant="plain"
            aria-label={t('waiting.tryAgainNamed', { what: description })}
            aria-disabled={state === 'sending' || undefined}
            onClick={() => void entry.retry().catch(failed)}
          >
            {t('waiting.tryAgain')}
          </Button>
          <Button
            variant="quiet"
            aria-label={t('waiting.discardNamed', { what: description })}
            onClick={() => setConfirming(true)}
          >
            {t('waiting.discard')}
          </Button>
        </div>
      )}
    </li>
  );
}

/** Anything that waits to be sent, as shown to the shopper. */
interface WaitingEntry {
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
function usePendingCount(): number {
  useCart();
  const known = useProfile()?.id;
  const orders = useOrders().outbox.entries.filter((order) => isOwn(order, known));
  return cart.waiting.length + orders.length + visibleTasks(useTasks()).length;
}

/** All waiting entries: orders first, then tasks, then cart changes; each oldest first. */
function usePendingChanges({ t, price }: Pick<Text, 't' | 'price'>): readonly WaitingEntry[] {
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
