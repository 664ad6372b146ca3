import type { OrderState } from '@fynbos/core/orders/order-states.ts';
import '../../platform/i18n/parts/orders-messages.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { useViewDate } from '../../platform/i18n/view-date.ts';
import { LateIcon } from '../../ui/deferred-icon.tsx';
import { Icon } from '../../ui/icons.tsx';
import { type ShownState, stateOf, timeOf } from '../state/order-response.ts';

/** The states an order in this state has passed, and those expected to follow. */
const paths: Readonly<Record<OrderState, readonly OrderState[]>> = {
  pending_payment: ['pending_payment', 'placed', 'shipped', 'delivered'],
  placed: ['placed', 'shipped', 'delivered'],
  shipped: ['placed', 'shipped', 'delivered'],
  delivered: ['placed', 'shipped', 'delivered'],
  returned: ['placed', 'shipped', 'returned'],
  canceled: ['placed', 'canceled'],
  expired: ['pending_payment', 'expired'],
};

const ended: ReadonlySet<OrderState> = new Set(['returned', 'canceled', 'expired']);

/** The name of a state. An order that is collected does not travel. */
const stateName = (state: OrderState, isCollected: boolean) =>
  isCollected && (state === 'shipped' || state === 'delivered')
    ? (`orders.collect.${state}` as const)
    : (`orders.state.${state}` as const);

/** The state of an order as a badge. */
export function OrderStateBadge({ state, isCollected }: { state: OrderState; isCollected: boolean }) {
  const { t } = useText();
  return (
    <span
      className={`inline-flex items-center gap-1 rounded-petal-small px-3 py-1 font-semibold text-sm ${badgeColour(state)}`}
    >
      {state === 'pending_payment' && <Icon name="warning" className="size-4" />}
      {t(stateName(state, isCollected))}
    </span>
  );
}

/** An order that waits for the shopper has a border, unlike one that is under way or over. */
function badgeColour(state: OrderState): string {
  if (state === 'pending_payment') return 'border border-danger text-danger';
  return ended.has(state) ? 'bg-danger-subtle text-danger' : 'bg-accent-subtle text-accent';
}

/** States that an order without a delivery does not expect. */
const deliveryStates: ReadonlySet<OrderState> = new Set(['shipped', 'delivered']);

/**
 * The progress of an order (placed, shipped, delivered) with dates.
 * @param virtual whether nothing in it is delivered
 */
export function OrderPath({
  order,
  virtual = false,
  isCollected = false,
}: {
  order: ShownState;
  virtual?: boolean;
  isCollected?: boolean;
}) {
  const { t } = useText();
  const state = stateOf(order);
  const path = paths[state].filter((step) => !virtual || step === state || !deliveryStates.has(step));
  const currentIndex = path.indexOf(state);
  return (
    <ol aria-label={t('orders.progress')} className="flex max-w-2xl">
      {path.map((step, index) => (
        <li
          key={step}
          aria-current={index === currentIndex ? 'step' : undefined}
          className="grid min-w-0 flex-1 content-start gap-1"
        >
          <StepMarker step={step} isDone={index <= currentIndex} isFirst={index === 0} />
          <span
            className={`pr-2 text-sm wrap-break-word ${index <= currentIndex ? 'font-semibold' : 'text-muted'}`}
          >
            {t(stateName(step, isCollected))}
          </span>
          {index <= currentIndex && <Since order={order} step={step} isHere={index === currentIndex} />}
        </li>
      ))}
    </ol>
  );
}

function StepMarker({ step, isDone, isFirst }: { step: OrderState; isDone: boolean; isFirst: boolean }) {
  const isEnd = ended.has(step);
  const colour = isEnd ? 'border-danger text-danger' : 'border-accent text-accent';
  return (
    <span className="relative flex items-center">
      {!isFirst && (
        <span
          aria-hidden="true"
          className={`absolute right-full h-0.5 w-[calc(100%-2rem)] ${isDone ? 'bg-accent' : 'bg-divider'}`}
        />
      )}
      <span
        className={`flex size-8 items-center justify-center rounded-full border-2 bg-surface ${isDone ? colour : 'border-divider text-transparent'}`}
      >
        {step === 'pending_payment' ? (
          <LateIcon name="clock" className="size-4" />
        ) : (
          <Icon name={isEnd ? 'close' : 'check'} className="size-4" />
        )}
      </span>
    </span>
  );
}

/** Only the date of the order and of the last change are known. */
function Since({ order, step, isHere }: { order: ShownState; step: OrderState; isHere: boolean }) {
  const date = useViewDate();
  const at = step === 'placed' ? order.created_at : isHere ? order.updated_at : undefined;
  if (!at) return null;
  return (
    <time dateTime={timeOf(at)} className="pr-2 text-muted text-sm">
      {date(timeOf(at), { day: 'numeric', month: 'short' })}
    </time>
  );
}
