import { seller } from '@fynbos/core/operation/contract.ts';
import '../i18n/needs/orders-messages.ts';
import { useCallback } from 'react';
import { orderPath } from '../account-paths.ts';
import { AskedView, useAsked } from '../accounts/asked.tsx';
import { call } from '../api.ts';
import { useText } from '../i18n/text-context.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { AskedOrder } from './asked-order.tsx';
import { Invoice } from './invoice.tsx';
import type { ShownOrder } from './shown-order.ts';

/** The invoice of one order of the customer's. */
export default function InvoiceView() {
  return <AskedOrder title="orders.taxInvoice">{(order) => <AskedInvoice order={order} />}</AskedOrder>;
}

function AskedInvoice({ order }: { order: ShownOrder }) {
  const { t } = useText();
  const ask = useCallback(async (signal: AbortSignal) => (await call(seller, { signal })).result, []);
  const { asked, again } = useAsked(ask);
  return (
    <AskedView asked={asked} again={again}>
      {(from) => (
        <Invoice
          order={order}
          from={from}
          back={
            <ButtonLink look="plain" to={orderPath(order.increment_id)}>
              {t('orders.back')}
            </ButtonLink>
          }
        />
      )}
    </AskedView>
  );
}
