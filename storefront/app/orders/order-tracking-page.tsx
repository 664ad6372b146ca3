import { seller } from '@fynbos/core/operation/contract.ts';
import { findOrder, mailOrderLink } from '@fynbos/core/orders/contract.ts';
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
import { callApi } from '../api-client.ts';
import { OrderForm } from '../checkout/components/order-link.tsx';
import { inView, orderTrackingPath } from '../paths.ts';
import { ApiProblem } from '../platform/api/api-problem.ts';
import { useText } from '../platform/i18n/text-context.tsx';
import { privateHeaders } from '../platform/pages/private-headers.ts';
import { ButtonLink } from '../ui/button.tsx';
import { AuthFrame } from '../ui/forms/form-frame.tsx';
import type { Values } from '../ui/forms/form-values.ts';
import { handlePostedForm, postedValues } from '../ui/forms/posted-form.ts';
import { InlineNotice } from '../ui/notices/inline-notice.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { Invoice, invoiceTitle, type Seller } from './components/invoice.tsx';
import { OrderActions } from './components/order-actions.tsx';
import { OrderShown } from './components/order-details.tsx';
import { OrderStateView } from './components/order-state-view.tsx';
import { checkTracking, TrackingForm } from './components/tracking-form.tsx';
import { hasInvoice, isWholeOrder, type ShownOrder, type ShownState } from './state/order-response.ts';

/**
 * The link in the address is a secret: a `Referer` has the origin alone. With `no-referrer`, browsers would post
 * the forms without an origin, and the shop would refuse them.
 */
export const headers = () => ({ ...privateHeaders(), 'referrer-policy': 'strict-origin' });

/** The order of a mailed link, or the order number with which the form begins. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const number = (searchParams.get('number') ?? '').slice(0, 30);
  const link = searchParams.get('link')?.slice(0, 200);
  const isExpired = searchParams.get('download') === 'expired';
  if (!link) return { number, linked: undefined, isInvalid: false, isExpired };
  try {
    return { number, linked: await find({ link }, request), isInvalid: false, isExpired };
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.view.retry) throw error;
    return data({ number, linked: undefined, isInvalid: true, isExpired }, { status: 404 });
  }
}

/** A found order: the whole order with its link, or its state with the email address used. */
type Found = { order: ShownOrder; link: string; from?: Seller } | { state: ShownState; email: string };

async function find({ orderNumber = '', email = '', link }: Values, request?: Request): Promise<Found> {
  const body = link ? { link } : { orderNumber: orderNumber.trim(), email: email.trim() };
  const { result } = await callApi(findOrder, { body, ...(request && { request }) });
  // Only a link shows a whole order here: the call carries no login.
  return link && isWholeOrder(result) ? { order: result, link } : { state: result, email: email.trim() };
}

/** Handles the forms without scripts, and shows the invoice, which is a page to print in both cases. */
export async function action({ request }: ActionFunctionArgs) {
  const values = await postedValues(request);
  const check = values.link ? () => ({}) : checkTracking;
  return handlePostedForm(values, check, async () => {
    if (values.show === 'mail') {
      const { orderNumber = '', email = '' } = values;
      await callApi(mailOrderLink, { body: { orderNumber, email }, request });
      return data({ refused: undefined, isMailed: true });
    }
    const result = await find(values, request);
    const from = values.show === 'invoice' ? (await callApi(seller, { request })).result : undefined;
    return data({ refused: undefined, found: { ...result, ...(from && { from }) } });
  });
}

/**
 * «Track my order» (spec accounts 2.1): shows an order to a visitor with its mailed link, and its state to one who
 * knows its number and email address.
 */
export default function OrderTrackingPage({
  loaderData,
}: {
  loaderData: { number: string; linked: Found | undefined; isInvalid: boolean; isExpired: boolean };
}) {
  useEffect(() => {
    // The secret leaves the address bar and the history.
    if (location.search.includes('link=')) history.replaceState(history.state, '', location.pathname);
  }, []);
  // A link of this page to itself starts a search for another order.
  return <Tracking key={useLocation().key} {...loaderData} />;
}

function Tracking({
  number,
  linked,
  isInvalid,
  isExpired,
}: {
  number: string;
  /** The order of the link in the address. */
  linked: Found | undefined;
  isInvalid: boolean;
  /** The visitor followed a link to a download that has expired. */
  isExpired: boolean;
}) {
  const { t } = useText();
  const posted = useActionData<typeof action>();
  const [loaded, setLoaded] = useState<Found>();
  // React Router declares the serialised form of the action's data, which is the same: it is JSON.
  const result = loaded ?? (posted && 'found' in posted ? (posted.found as Found) : linked);
  if (result) return <FoundOrder result={result} isNew={loaded !== undefined} />;
  const notice = posted
    ? 'isMailed' in posted && 'orders.trackLinkMailed'
    : (isInvalid && 'orders.trackLinkInvalid') || (isExpired && 'orders.downloadExpiredAsk');
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
      {notice && (
        <InlineNotice>
          <p>{t(notice)}</p>
        </InlineNotice>
      )}
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
  result,
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
  const { increment_id: number } = 'order' in result ? result.order : result.state;
  const from = 'order' in result ? result.from : undefined;
  const title = t(from ? invoiceTitle(from) : 'orders.number', { number });
  return (
    <div ref={page} className="page-width grid gap-6 py-6 lg:py-10">
      <PageHead title={t('shop.pageTitle', { page: title, shop: shop.name })} noIndex />
      <PageTitle>{title}</PageTitle>
      {'order' in result ? (
        <LinkedOrder {...result} />
      ) : (
        <OrderStateView order={result.state} email={result.email} />
      )}
      <p className="print:hidden">
        <a
          href={inView(orderTrackingPath)}
          className="inline-flex min-h-11 items-center text-accent underline underline-offset-4"
        >
          {t('orders.trackOther')}
        </a>
      </p>
    </div>
  );
}

/** The order of a link, or its invoice when the seller is known. */
function LinkedOrder({ order, link, from }: { order: ShownOrder; link: string; from?: Seller }) {
  const { t } = useText();
  const back = (
    <OrderForm variant="plain" link={link}>
      {t('orders.back')}
    </OrderForm>
  );
  if (from) return <Invoice order={order} from={from} back={back} />;
  return (
    <OrderShown
      order={order}
      actions={
        <OrderActions order={order} link={link}>
          {hasInvoice(order) && (
            <OrderForm variant="plain" link={link} show="invoice">
              {t('orders.invoice')}
            </OrderForm>
          )}
        </OrderActions>
      }
    />
  );
}
