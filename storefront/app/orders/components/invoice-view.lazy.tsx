import { seller } from '@fynbos/core/operation/contract.ts';
import '../../platform/i18n/parts/orders-messages.ts';
import { useCallback } from 'react';
import { orderPath } from '../../accounts/state/account-paths.ts';
import { call } from '../../api-client.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { AsyncContent, useAsyncData } from '../../ui/loading/async-content.tsx';
import type { ShownOrder } from '../state/order-response.ts';
import { LoadedOrder } from './customer-order.tsx';
import { Invoice } from './invoice.tsx';

/** The invoice of one of the customer's orders. */
export default function InvoiceView() {
  return <LoadedOrder title="orders.taxInvoice">{(order) => <LoadedInvoice order={order} />}</LoadedOrder>;
}

function LoadedInvoice({ order }: { order: ShownOrder }) {
  const { t } = useText();
  const load = useCallback(async (signal: AbortSignal) => (await call(seller, { signal })).result, []);
  const { loaded, retry } = useAsyncData(load);
  return (
    <AsyncContent loaded={loaded} retry={retry}>
      {(from) => (
        <Invoice
          order={order}
          from={from}
          back={
            <ButtonLink variant="plain" to={orderPath(order.increment_id)}>
              {t('orders.back')}
            </ButtonLink>
          }
        />
      )}
    </AsyncContent>
  );
}
