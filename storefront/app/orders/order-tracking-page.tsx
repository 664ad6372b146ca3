import { seller } from '@fynbos/core/operation/contract.ts';
import { findOrder } from '@fynbos/core/orders/contract.ts';
import { shop } from '@fynbos/core/shop.ts';
import '../platform/i18n/parts/account-messages.ts';
import '../platform/i18n/parts/cart-messages.ts';
import '../platform/i18n/parts/orders-messages.ts';
import { useEffect, useRef, useState } from 'react';
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  useActionData,
  useLocation,
} from 'react-router';
import { ordersPath } from '../accounts/state/account-paths.ts';
import { call } from '../api-client.ts';
import { inView, orderTrackingPath } from '../paths.ts';
import { useText } from '../platform/i18n/text-context.tsx';
import { privateHeaders } from '../platform/pages/private-headers.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { AuthFrame } from '../ui/forms/form-frame.tsx';
import type { Values } from '../ui/forms/form-values.ts';
import { handlePostedForm, postedValues } from '../ui/forms/posted-form.ts';
import { PageHead } from '../ui/page-head.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { Invoice, type Seller } from './components/invoice.tsx';
import { OrderActions } from './components/order-actions.tsx';
import { OrderShown } from './components/order-details.tsx';
import { checkTracking, TrackingForm } from './components/tracking-form.tsx';
import { hasInvoice, type ShownOrder } from './state/order-response.ts';

export const headers = privateHeaders;

/** The order number from the link in an email. */
export function loader({ request }: LoaderFunctionArgs) {
  return { number: (new URL(request.url).searchParams.get('number') ?? '').slice(0, 30) };
}

/** A found order with the email address used; with the seller where the invoice is shown. */
interface Found {
  order: ShownOrder;
  email: string;
  from?: Seller;
}

async function find({ orderNumber = '', email = '' }: Values, request?: Request): Promise<Found> {
  const body = { orderNumber: orderNumber.trim(), email: email.trim() };
  const { result } = await call(findOrder, { body, ...(request && { request }) });
  return { order: result, email: body.email };
}

/** Handles the form without scripts, and shows the invoice, which is a page to print in both cases. */
export async function action({ request }: ActionFunctionArgs) {
  const values = await postedValues(request);
  return handlePostedForm(values, checkTracking, async () => {
    const tracked = await find(values, request);
    const from = values.show === 'invoice' ? (await call(seller, { request })).result : undefined;
    return data({ refused: undefined, found: { ...tracked, ...(from && { from }) } });
  });
}

/** «Track my order» (spec accounts 2.1): shows an order to a visitor who knows its number and email address. */
export default function OrderTrackingPage({ loaderData }: { loaderData: ReturnType<typeof loader> }) {
  // A link of this page to itself starts a search for another order.
  return <Tracking key={useLocation().key} number={loaderData.number} />;
}

function Tracking({ number }: { number: string }) {
  const { t } = useText();
  const posted = useActionData<typeof action>();
  const [loaded, setLoaded] = useState<Found>();
  const result = loaded ?? (posted && 'found' in posted ? (posted.found as Found) : undefined);
  if (result) return <FoundOrder result={result} isNew={loaded !== undefined} />;
  return (
    <AuthFrame
      title={t('nav.trackOrder')}
      beside={
        <>
          <p>{t('orders.trackAccount')}</p>
          <ButtonLink variant="plain" to={ordersPath} className="justify-self-start">
            {t('orders.title')}
          </ButtonLink>
        </>
      }
    >
      <TrackingForm
        key={posted ? 'posted' : 'new'}
        number={number}
        refused={posted?.refused}
        send={async (values) => setLoaded(await find(values))}
      />
    </AuthFrame>
  );
}

function FoundOrder({
  result: { order, email, from },
  isNew,
}: {
  result: Found;
  /** It replaced the form just now, so it receives the focus. */
  isNew: boolean;
}) {
  const { t } = useText();
  const page = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isNew) return;
    scrollTo(0, 0);
    page.current?.querySelector('h1')?.focus({ preventScroll: true });
  }, [isNew]);
  const title = t(from ? 'orders.taxInvoice' : 'orders.number', { number: order.increment_id });
  return (
    <div ref={page} className="wide grid gap-6 py-6 lg:py-10">
      <PageHead title={t('shop.pageTitle', { page: title, shop: shop.name })} noIndex />
      <PageTitle>{title}</PageTitle>
      {from ? (
        <Invoice
          order={order}
          from={from}
          back={<ShowForm order={order} email={email} label={t('orders.back')} />}
        />
      ) : (
        <OrderShown
          order={order}
          actions={
            <OrderActions order={order} email={email}>
              {hasInvoice(order) && (
                <ShowForm order={order} email={email} show="invoice" label={t('orders.invoice')} />
              )}
            </OrderActions>
          }
        />
      )}
      <p className="print:hidden">
        <a
          href={inView(orderTrackingPath)}
          className="inline-flex min-h-11 items-center text-leaf underline underline-offset-4"
        >
          {t('orders.trackOther')}
        </a>
      </p>
    </div>
  );
}

/** Shows the same order in another view. A form, so that number and email address do not appear in the URL. */
function ShowForm({
  order,
  email,
  show,
  label,
}: {
  order: ShownOrder;
  email: string;
  show?: 'invoice';
  label: string;
}) {
  return (
    <form method="post" action={inView(orderTrackingPath)}>
      <input type="hidden" name="orderNumber" value={order.increment_id} />
      <input type="hidden" name="email" value={email} />
      {show && <input type="hidden" name="show" value={show} />}
      <Button type="submit" variant="plain">
        {label}
      </Button>
    </form>
  );
}
