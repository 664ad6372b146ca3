import '../i18n/needs/orders-messages.ts';
import { invoicePath } from '../account-paths.ts';
import { useText } from '../i18n/text-context.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { AskedOrder } from './asked-order.tsx';
import { OrderActions } from './order-actions.tsx';
import { OrderShown } from './order-shown.tsx';
import { hasInvoice, type ShownOrder } from './shown-order.ts';

/** One order of the customer's. */
export default function OrderView() {
  return (
    <AskedOrder>{(order) => <OrderShown order={order} actions={<Actions order={order} />} />}</AskedOrder>
  );
}

function Actions({ order }: { order: ShownOrder }) {
  const { t } = useText();
  return (
    <OrderActions order={order}>
      {hasInvoice(order) && (
        <ButtonLink look="plain" to={invoicePath(order.increment_id)}>
          {t('orders.invoice')}
        </ButtonLink>
      )}
    </OrderActions>
  );
}
