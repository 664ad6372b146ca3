import '../i18n/needs/orders-messages.ts';
import { invoicePath } from '../account-paths.ts';
import { useText } from '../i18n/text-context.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { LoadedOrder } from './asked-order.tsx';
import { OrderActions } from './order-actions.tsx';
import { OrderShown } from './order-shown.tsx';
import { hasInvoice, type ShownOrder } from './shown-order.ts';

/** One of the customer's orders. */
export default function OrderView() {
  return (
    <LoadedOrder>{(order) => <OrderShown order={order} actions={<Actions order={order} />} />}</LoadedOrder>
  );
}

function Actions({ order }: { order: ShownOrder }) {
  const { t } = useText();
  return (
    <OrderActions order={order}>
      {hasInvoice(order) && (
        <ButtonLink variant="plain" to={invoicePath(order.increment_id)}>
          {t('orders.invoice')}
        </ButtonLink>
      )}
    </OrderActions>
  );
}
