import { cancelUnpaidOrder, linkedPayment, payLinked } from '@fynbos/core/payments/contract.ts';
import { shop } from '@fynbos/core/shop.ts';
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
} from 'react-router';
import '../platform/i18n/parts/account-messages.ts';
import '../platform/i18n/parts/checkout-messages.ts';
import '../platform/i18n/parts/payments-messages.ts';
import { callApi } from '../api-client.ts';
import { webAddress } from '../checkout/state/payment-redirect.ts';
import { orderPayPath, paymentLinkPath, withQuery } from '../paths.ts';
import { ApiProblem } from '../platform/api/api-problem.ts';
import { useText } from '../platform/i18n/text-context.tsx';
import { latePartHeaders } from '../platform/pages/late-parts.ts';
import { handlePostedForm } from '../ui/forms/posted-form.ts';
import { PageHead } from '../ui/page-head.tsx';
import { LinkedPayment } from './components/linked-payment.tsx';
import type { PaymentState } from './state/payment-outcome.ts';

/**
 * The link in the address is a secret: no `Referer` may carry it to the provider. With `no-referrer`, browsers
 * would post the form without an origin, and the shop would refuse it; a `Referer` of the origin alone tells nothing.
 */
export const headers = () => ({
  'cache-control': 'private, no-store',
  'referrer-policy': 'strict-origin',
  ...latePartHeaders(['messages/account', 'messages/checkout', 'messages/payments']),
});

/** Providers may respond slowly. */
const timeout = 30_000;
const linkIn = ({ url }: Request) => (new URL(url).searchParams.get('link') ?? '').slice(0, 200);

interface Linked {
  link: string;
  state: PaymentState | undefined;
}

/** The payment of the link; undefined if there is none. Opening the page alone starts nothing. */
export async function loader({ request }: LoaderFunctionArgs) {
  const link = linkIn(request);
  try {
    return { link, state: (await callApi(linkedPayment, { query: { link }, request, timeout })).result };
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.view.retry) throw error;
    return data({ link, state: undefined }, { status: 404 });
  }
}

/**
 * Starts the payment, or cancels the order. The form policy of the page refuses a redirect to another site, so
 * the response is a page that leads to the provider.
 */
export async function action({ request }: ActionFunctionArgs) {
  const link = linkIn(request);
  const pay = async () => {
    if (new URL(request.url).searchParams.has('cancel')) {
      await callApi(cancelUnpaidOrder, { body: { link }, request, timeout });
      return redirect(withQuery(paymentLinkPath, new URLSearchParams({ link })), 303);
    }
    const { result, cookies = [] } = await callApi(payLinked, { body: { link }, request, timeout });
    const cookieHeaders = cookies.map((cookie): [string, string] => ['set-cookie', cookie]);
    if (result.kind === 'redirect')
      return data({ refused: undefined, provider: webAddress(result.url) }, { headers: cookieHeaders });
    const query = { checkoutReference: result.checkoutReference, paymentCode: 'card' };
    const path =
      result.kind === 'widget'
        ? withQuery(orderPayPath, new URLSearchParams(query))
        : withQuery(paymentLinkPath, new URLSearchParams({ link }));
    return redirect(path, { status: 303, headers: cookieHeaders });
  };
  return handlePostedForm({}, () => ({}), pay);
}

/** The page of a payment link, for shoppers whose client has no payment pages (ADR-015). */
export default function PaymentLinkPage({ loaderData: { link, state } }: { loaderData: Linked }) {
  const { t } = useText();
  const posted = useActionData<typeof action>();
  return (
    <div className="page-width pb-16">
      <PageHead title={t('shop.pageTitle', { page: t('payments.title'), shop: shop.name })} noIndex />
      <LinkedPayment
        link={link}
        state={state}
        problem={posted?.refused?.problem}
        provider={posted && 'provider' in posted ? posted.provider : undefined}
      />
    </div>
  );
}
