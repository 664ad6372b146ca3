import '../../platform/i18n/parts/orders-messages.ts';
import { invoicePath } from '../../accounts/state/account-paths.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { hasInvoice, type ShownOrder } from '../state/order-response.ts';
import { LoadedOrder } from './customer-order.tsx';
import { OrderActions } from './order-actions.tsx';
import { OrderShown } from './order-details.tsx';

/** One of the customer's orders. */
export default function OrderView() {
  return (
    <LoadedOrder>
      {(order, reload) => <OrderShown {...{ order, reload }} actions={<Actions order={order} />} />}
    </LoadedOrder>
  );
}

function Actions({ order }: { order: ShownOrder }) {
  const { t } = useText();
  return (
    <OrderActions key={order.increment_id} order={order}>
      {hasInvoice(order) && (
        <ButtonLink variant="plain" to={invoicePath(order.increment_id)}>
          {t('orders.invoice')}
        </ButtonLink>
      )}
    </OrderActions>
  );
}
