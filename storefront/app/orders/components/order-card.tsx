import '../../platform/i18n/parts/cart-messages.ts';
import '../../platform/i18n/parts/checkout-messages.ts';
import '../../platform/i18n/parts/orders-messages.ts';
import { Link } from 'react-router';
import { orderPath } from '../../accounts/state/account-paths.ts';
import { paymentPathOf } from '../../checkout/state/payment-paths.ts';
import { imagePath } from '../../paths.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { useViewDate } from '../../platform/i18n/view-date.ts';
import { ButtonLink } from '../../ui/button.tsx';
import {
  collectionStoreOf,
  type ShownItem,
  type ShownOrder,
  stateOf,
  timeOf,
} from '../state/order-response.ts';
import { useOrderCurrency } from '../state/use-order-currency.ts';
import { OrderStateBadge } from './order-progress.tsx';

const maxPictures = 4;

/** One order of a customer: state, total and pictures, and the way to pay it while it waits for its payment. */
export function OrderCard({ order }: { order: ShownOrder }) {
  const { t } = useText();
  const date = useViewDate();
  const price = useOrderCurrency(order.order_currency_code);
  return (
    <article className="grid rounded-petal border border-divider bg-surface hover:border-accent">
      <Link to={orderPath(order.increment_id)} className="grid gap-3 rounded-petal p-5">
        <span className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <span className="font-bold text-lg">{t('orders.number', { number: order.increment_id })}</span>
          <OrderStateBadge state={stateOf(order)} isCollected={collectionStoreOf(order) !== undefined} />
        </span>
        <Pictures items={order.items} />
        <span className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <span className="text-muted">
            {date(timeOf(order.created_at))} · {t('cart.count', { count: unitsOf(order.items) })}
          </span>
          <span className="tabular-nums ml-auto font-bold text-lg">{price(order.grand_total)}</span>
        </span>
      </Link>
      {stateOf(order) === 'pending_payment' && <PayLink order={order} />}
    </article>
  );
}

/** Leads to the payment of an unpaid order, where it can also be cancelled. */
function PayLink({ order }: { order: ShownOrder }) {
  const { t } = useText();
  const price = useOrderCurrency(order.order_currency_code);
  return (
    <ButtonLink to={paymentPathOf(order.order_id)} className="mx-5 mb-5 sm:justify-self-start">
      {t('checkout.pay', { total: price(order.grand_total) })}
    </ButtonLink>
  );
}

const unitsOf = (items: readonly ShownItem[]) => items.reduce((sum, { qty_ordered }) => sum + qty_ordered, 0);

function Pictures({ items }: { items: readonly ShownItem[] }) {
  const { t } = useText();
  const more = items.length - maxPictures;
  return (
    <span className="flex flex-wrap items-center gap-2">
      {items.slice(0, maxPictures).map((item) => (
        <img
          key={item.item_id}
          src={imagePath([150, 150], item.image)}
          alt={item.name}
          width={150}
          height={150}
          loading="lazy"
          className="size-14 rounded-petal-small bg-picture object-contain text-xs"
        />
      ))}
      {more > 0 && <span className="text-muted">{t('orders.more', { count: more })}</span>}
    </span>
  );
}
