import { translateShippingTitle } from '@fynbos/core/delivery/shipping-title.ts';
import { Link } from 'react-router';
import { AddressLines } from '../../accounts/components/address-lines.tsx';
import { ChosenOptions } from '../../catalogue/components/chosen-options.tsx';
import { useAllLabels } from '../../catalogue/state/use-all-labels.ts';
import { PaymentName } from '../../checkout/components/payment-method-names.tsx';
import '../../platform/i18n/parts/cart-messages.ts';
import '../../platform/i18n/parts/delivery-messages.ts';
import '../../platform/i18n/parts/orders-messages.ts';
import { ExpectedDays } from '../../checkout/components/expected-days-loader.ts';
import { Downloads } from '../../checkout/downloads/downloads-loader.ts';
import { paymentPathOf } from '../../checkout/state/payment-paths.ts';
import { imagePath, productPath } from '../../paths.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { useViewDate } from '../../platform/i18n/view-date.ts';
import { StoreFacts } from '../../stores/components/store-details.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { InlineNotice } from '../../ui/notices/inline-notice.tsx';
import {
  collectionStoreOf,
  goesTo,
  type ShownAddress,
  type ShownItem,
  type ShownOrder,
  stateOf,
  timeOf,
} from '../state/order-response.ts';
import { useOrderCurrency } from '../state/use-order-currency.ts';
import { OrderPath } from './order-progress.tsx';
import { OrderTotals } from './order-totals.tsx';

const CancelOrder = lazyComponent(
  async () => (await import('./cancel-order.lazy.tsx')).CancelOrder,
  () => null,
);

/**
 * One order as its customer sees it.
 * @param actions actions that are available once it is placed
 * @param reload loads the order of a customer again, who can cancel it here
 */
export function OrderShown({
  order,
  actions,
  reload,
}: {
  order: ShownOrder;
  actions: React.ReactNode;
  reload?: () => void;
}) {
  const { t } = useText();
  const date = useViewDate();
  useAllLabels(true);
  const { tracking } = order.extension_attributes;
  const state = stateOf(order);
  const store = collectionStoreOf(order);
  return (
    <div className="grid gap-6">
      <p className="-mt-4 text-muted">{t('orders.placedOn', { date: date(timeOf(order.created_at)) })}</p>
      <OrderPath order={order} virtual={goesTo(order) === undefined} isCollected={store !== undefined} />
      {(state === 'placed' || state === 'shipped') && (
        <ExpectedDays
          title={order.shipping_description}
          number={order.increment_id}
          orderedAt={new Date(timeOf(order.created_at))}
          store={store}
        />
      )}
      {tracking.length > 0 && (
        <p className="wrap-anywhere">
          <span className="font-semibold">{t('orders.tracking')}:</span> {tracking.join(', ')}
        </p>
      )}
      {state === 'pending_payment' ? <WaitsForPayment {...{ order, reload }} /> : actions}
      <div className="grid grid-cols-1 items-start gap-x-10 gap-y-6 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <section aria-labelledby="order-lines">
          <h2 id="order-lines" className="font-bold text-xl">
            {t('orders.lines')}
          </h2>
          <ul>
            {order.items.map((item) => (
              <li key={item.item_id} className="border-divider border-b">
                <OrderedItem item={item} currency={order.order_currency_code} />
              </li>
            ))}
          </ul>
        </section>
        <OrderTotals order={order} />
      </div>
      <HowItComes order={order} />
    </div>
  );
}

/** The order is placed once it is paid; the payment status page shows how to proceed. */
function WaitsForPayment({ order, reload }: { order: ShownOrder; reload: (() => void) | undefined }) {
  const { t } = useText();
  return (
    <InlineNotice icon="warning">
      <p>{t('orders.waitsForPayment')}</p>
      <ButtonLink to={paymentPathOf(order.order_id)} className="justify-self-start">
        {t('orders.continuePayment')}
      </ButtonLink>
      {reload && <CancelOrder order={order.order_id} onDone={reload} />}
    </InlineNotice>
  );
}

function OrderedItem({ item, currency }: { item: ShownItem; currency: string }) {
  const { t } = useText();
  const price = useOrderCurrency(currency);
  const child = item.parent_sku && item.parent_sku !== item.sku ? item.sku : undefined;
  return (
    <article aria-label={item.name} className="grid grid-cols-[4rem_minmax(0,1fr)_auto] gap-x-4 py-4">
      <img
        src={imagePath([150, 150], item.image)}
        alt=""
        width={150}
        height={150}
        loading="lazy"
        className="size-16 rounded-petal-small bg-picture object-contain"
      />
      <div className="grid content-start gap-1">
        <h3 className="font-medium leading-snug">
          <Link
            to={productPath({ ...item, sku: item.parent_sku || item.sku }, child)}
            className="inline-flex min-h-6 items-center hover:text-accent hover:underline"
          >
            {item.name}
          </Link>
        </h3>
        <ChosenOptions options={item.options} />
        <p className="tabular-nums text-muted text-sm">
          {item.qty_ordered} × {price(item.price_incl_tax)}
        </p>
        {item.downloads && <Downloads files={item.downloads} />}
      </div>
      <p className="tabular-nums text-right font-bold">
        {price(item.row_total_incl_tax)}
        {item.discount_amount > 0 && (
          <span className="block font-normal text-muted text-sm">
            {t('cart.discount')} {price(-item.discount_amount)}
          </span>
        )}
      </p>
    </article>
  );
}

/** Shipping address and method or the store, billing address and payment method. */
function HowItComes({ order }: { order: ShownOrder }) {
  const { t, label } = useText();
  const store = collectionStoreOf(order);
  const to = store ? undefined : goesTo(order);
  return (
    <dl className="grid grid-cols-1 gap-x-10 gap-y-5 border-divider border-t pt-5 sm:grid-cols-2 xl:grid-cols-4">
      {store && (
        <Fact name={t('delivery.collect', { store: store.name })}>
          <StoreFacts store={store} />
        </Fact>
      )}
      {!store && order.shipping_description && (
        <Fact name={t('cart.delivery')}>
          <p>{translateShippingTitle(order.shipping_description, label)}</p>
        </Fact>
      )}
      {to && (
        <Fact name={t('orders.deliverTo')}>
          <OrderAddress address={to} />
        </Fact>
      )}
      <Fact name={t('orders.billTo')}>
        <OrderAddress address={order.billing_address} />
      </Fact>
      <Fact name={t('orders.payment')}>
        <p>
          <PaymentName code={order.payment.method} title={order.payment.additional_information.join(', ')} />
        </p>
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="grid min-w-0 grid-cols-1 content-start gap-1">
      <dt className="font-bold">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

export function OrderAddress({ address }: { address: ShownAddress }) {
  return <AddressLines address={{ ...address, region: { region: address.region } }} />;
}
