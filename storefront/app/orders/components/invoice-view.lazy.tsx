import { seller } from '@fynbos/core/operation/contract.ts';
import '../../platform/i18n/parts/orders-messages.ts';
import { useCallback } from 'react';
import { orderPath } from '../../accounts/state/account-paths.ts';
import { callApi } from '../../api-client.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { AsyncContent, useAsyncData } from '../../ui/loading/async-content.tsx';
import type { ShownOrder } from '../state/order-response.ts';
import { LoadedOrder } from './customer-order.tsx';
import { Invoice, invoiceTitle, type Seller } from './invoice.tsx';

/** The invoice of one of the customer's orders. */
export default function InvoiceView() {
  const load = useCallback(async (signal: AbortSignal) => (await callApi(seller, { signal })).result, []);
  const { loaded, retry } = useAsyncData(load);
  const title = invoiceTitle(loaded.state === 'there' ? loaded.value : undefined);
  return (
    <LoadedOrder title={title}>
      {(order) => (
        <AsyncContent loaded={loaded} retry={retry}>
          {(from) => <CustomerInvoice order={order} from={from} />}
        </AsyncContent>
      )}
    </LoadedOrder>
  );
}

function CustomerInvoice({ order, from }: { order: ShownOrder; from: Seller }) {
  const { t } = useText();
  const back = (
    <ButtonLink variant="plain" to={orderPath(order.increment_id)}>
      {t('orders.back')}
    </ButtonLink>
  );
  return <Invoice order={order} from={from} back={back} />;
}
