import { seller } from '@fynbos/core/operation/contract.ts';
import '../i18n/needs/orders-messages.ts';
import { useCallback } from 'react';
import { orderPath } from '../account-paths.ts';
import { AsyncContent, useAsyncData } from '../accounts/asked.tsx';
import { call } from '../api.ts';
import { useText } from '../i18n/text-context.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { LoadedOrder } from './asked-order.tsx';
import { Invoice } from './invoice.tsx';
import type { ShownOrder } from './shown-order.ts';

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
