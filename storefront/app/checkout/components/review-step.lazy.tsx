import { centsToDecimal } from '@fynbos/core/money.ts';
import { isProviderCode } from '@fynbos/core/payments/providers.ts';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { LoginLink } from '../../accounts/components/login-link.tsx';
import { LineList } from '../../cart/components/cart-line-list.tsx';
import { TotalsView } from '../../cart/components/cart-totals.tsx';
import { ApiProblem } from '../../platform/api/api-problem.ts';
import type { MessageId } from '../../platform/i18n/text.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { AccountForm } from '../../ui/forms/form.tsx';
import type { FieldErrors } from '../../ui/forms/form-values.ts';
import '../../platform/i18n/parts/checkout-messages.ts';
import { TermsLinks } from '../../accounts/components/terms-links.tsx';
import type { CartView } from '../../cart/sync/cart-view.ts';
import { cartPath, checkoutPath } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { CheckField } from '../../ui/forms/form-fields.tsx';
import { InlineNotice } from '../../ui/notices/inline-notice.tsx';
import { problemMessage } from '../../ui/notices/problem-notice.ts';
import { type Doing, type Outcome, placeOrderOf, restoreDelivery, seenNow } from '../outbox/place-order.ts';
import { changeDraft, useDraft } from '../state/checkout-draft.ts';
import { useOrderedCart } from '../state/checkout-totals.ts';
import { wantsAccount } from '../state/create-account.ts';
import { currentPayment, leavesChargeOpen } from '../state/current-payment.ts';
import { type Change, changesBetween } from '../state/order-changes.ts';
import { type StepRefusal, stepRefusal } from '../state/order-error-step.ts';
import { paymentPathOf } from '../state/payment-paths.ts';
import { ChangeLine } from './order-change.tsx';
import { providerNames } from './payment-method-names.tsx';

/** The review: shows everything, allows corrections (spec D41), then places the order. */
export default function ReviewStep({
  onRefused,
  begunWith,
}: {
  /** Another step must be corrected. */
  onRefused: (refused: StepRefusal) => void;
  /** Why the order was refused while the shopper was on another page. */
  begunWith: ApiProblem | undefined;
}) {
  const { t, locale, price } = useText();
  const cart = useOrderedCart();
  const [doing, setDoing] = useState<Doing>();
  const [problem, setProblem] = useState(begunWith);
  const [changed, setChanged] = useState<CartView>();
  const [notQueued, setNotQueued] = useState<MessageId>();
  const running = useRef(false);
  const navigate = useNavigate();
  const { payment = '' } = useDraft().payment;
  const isOnline = isProviderCode(payment);
  useReturn(stop);
  const { shipping, estimate } = cart.totals;
  const knowsNoDelivery = shipping === undefined && !estimate;
  useEffect(() => {
    // Also when the totals arrive after this step is shown.
    if (knowsNoDelivery) void restoreDelivery();
  }, [knowsNoDelivery]);
  const total = price(centsToDecimal(cart.totals.grandTotal));
  const orderIt = t(isOnline ? 'checkout.pay' : 'checkout.place', { total });
  const isUnavailable = cart.lines.some(({ problems }) => problems.length > 0);

  function stop(): void {
    running.current = false;
    setDoing(undefined);
  }

  /** Places one order, however often the button is pressed. */
  async function place(shown: CartView): Promise<void> {
    if (running.current) return;
    running.current = true;
    setProblem(undefined);
    setChanged(undefined);
    setNotQueued(undefined);
    const outcome = await placeOrderOf(shown, locale, setDoing).catch((error: unknown) => {
      stop();
      throw error;
    });
    // The redirect notice stays until the page unloads.
    if (outcome.kind === 'leaving') return;
    stop();
    handleOutcome(outcome, shown);
  }

  function handleOutcome(outcome: Outcome, shown: CartView): void {
    if (outcome.kind === 'unkept') setNotQueued('checkout.notQueuedText');
    else if (outcome.kind === 'beingPaid') setNotQueued('checkout.beingPaid');
    else if (outcome.kind === 'changed') setChanged(shown);
    else if (outcome.kind === 'unavailable') setProblem(new ApiProblem('order_lines_unavailable'));
    else if (outcome.kind === 'refused') handleRefusal(outcome.problem, shown);
  }

  function handleRefusal(refused: ApiProblem, shown: CartView): void {
    // A refused order is over: the next attempt is a new order.
    changeDraft({ order: undefined });
    const begun = currentPayment();
    if (refused.code === 'order_paid' && begun) return void navigate(paymentPathOf(begun.order));
    const isSeen = refused.code === 'total_changed' && changesBetween(shown, seenNow()).length > 0;
    const step = stepRefusal(refused.view);
    if (isSeen) setChanged(shown);
    else if (step) onRefused(step);
    else setProblem(refused);
  }

  return (
    <div className="grid gap-5">
      <p>{t('checkout.reviewLead')}</p>
      <LineList lines={cart.lines} />
      <div className="lg:hidden">
        <TotalsView totals={cart.totals} />
      </div>
      {(cart.totals.coupon || cart.totals.voucher) && (
        <p className="text-soft">
          {t('cart.code')}: {[cart.totals.coupon, cart.totals.voucher].filter(Boolean).join(', ')}
        </p>
      )}
      {problem && <Problem problem={problem} isOnline={isOnline} />}
      {notQueued && <NotQueued>{t(notQueued)}</NotQueued>}
      {!notQueued && !cart.online && !isOnline && <OrderedOffline />}
      {changed && (
        <Changed
          changes={changesBetween(changed, cart)}
          orderIt={orderIt}
          onYes={() => void place(cart)}
          onNo={() => setChanged(undefined)}
        />
      )}
      {!changed && (
        <AccountForm
          labels={{ terms: '' }}
          check={({ terms }): FieldErrors => (terms ? {} : { terms: 'terms_needed' })}
          submit={orderIt}
          offlineToo={!isOnline}
          offline="checkout.needsNetwork"
          send={() => place(cart)}
          className="w-full text-lg"
        >
          <div className="grid gap-1">
            <p lang="en" className="text-soft text-sm">
              {t('checkout.termsText')}
            </p>
            <TermsLinks of={['sale', 'returns', 'privacy']} />
            <CheckField label={t('checkout.terms')} name="terms" required />
          </div>
          {isUnavailable && !problem && <Problem problem={new ApiProblem('order_lines_unavailable')} />}
          {isOnline && <p>{t(cart.online ? 'checkout.payNote' : 'checkout.needsNetwork')}</p>}
        </AccountForm>
      )}
      <p role="status" className="font-semibold empty:hidden">
        {doing &&
          (doing === 'handing' ? (
            <HandingOver code={payment} />
          ) : (
            t(doing === 'checking' ? 'stock.checking' : `checkout.${doing}`)
          ))}
      </p>
      <Link
        to={cartPath}
        className="inline-flex min-h-11 items-center justify-self-start text-leaf underline underline-offset-4"
      >
        {t('checkout.backToCart')}
      </Link>
    </div>
  );
}

/** A page restored from the back/forward cache still shows the busy state; this resets it. */
function useReturn(stop: () => void): void {
  const latestStop = useRef(stop);
  latestStop.current = stop;
  useEffect(() => {
    const back = ({ persisted }: PageTransitionEvent) => persisted && latestStop.current();
    addEventListener('pageshow', back);
    return () => removeEventListener('pageshow', back);
  }, []);
}

function HandingOver({ code }: { code: string }) {
  const { t } = useText();
  const name = providerNames[code as keyof typeof providerNames];
  return name ? t('checkout.handing', { name }) : t('checkout.handingCard');
}

/** Why the order was not placed, and how to proceed. */
function Problem({ problem: { view }, isOnline = false }: { problem: ApiProblem; isOnline?: boolean }) {
  const { t } = useText();
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => container.current?.focus(), []);
  const isSession = view.status === 401;
  return (
    <div ref={container} tabIndex={-1} role="alert">
      <InlineNotice icon="warning" title={t(isOnline ? 'checkout.notBegun' : 'checkout.failed')}>
        <p>{problemMessage(view, t)}</p>
        {view.code === 'order_lines_unavailable' && <p>{t('checkout.unavailableHelp')}</p>}
        {view.code === 'invalid_input' && (
          <p>{t('checkout.invalidHelp', { email: document.documentElement.dataset.contact ?? '' })}</p>
        )}
        {isOnline && leavesChargeOpen(view) && <p>{t('checkout.notCharged')}</p>}
        {isOnline && (
          <Link
            to="#payment"
            className="inline-flex min-h-11 items-center text-leaf underline underline-offset-4"
          >
            {t('checkout.otherWay')}
          </Link>
        )}
        {isSession && <LoginLink next={checkoutPath} />}
      </InlineNotice>
    </div>
  );
}

/** Explains an order without a network before it is placed (spec accounts 4.4). */
function OrderedOffline() {
  const { t } = useText();
  return (
    <InlineNotice icon="cloudOff" title={t('checkout.offlineOrder')}>
      <p>{t('checkout.offlineOrderText')}</p>
      {wantsAccount() && <p>{t('checkout.offlineAccount')}</p>}
    </InlineNotice>
  );
}

/** Why an order is not queued. An order is only called queued after it was written and read back. */
function NotQueued({ children }: { children: string }) {
  const { t } = useText();
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => container.current?.focus(), []);
  return (
    <div ref={container} tabIndex={-1} role="alert">
      <InlineNotice icon="warning" title={t('checkout.notQueued')}>
        <p>{children}</p>
      </InlineNotice>
    </div>
  );
}

/** The differences from the cart as shown. The shopper accepts them or returns to the review (spec D6). */
function Changed({
  changes,
  orderIt,
  onYes,
  onNo,
}: {
  changes: readonly Change[];
  orderIt: string;
  onYes: () => void;
  onNo: () => void;
}) {
  const { t } = useText();
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => container.current?.focus(), []);
  return (
    <div
      ref={container}
      tabIndex={-1}
      role="alert"
      className="grid gap-3 rounded-petal-small border-2 border-protea bg-protea-tint p-4"
    >
      <p className="font-bold">{t('problem.total_changed')}</p>
      <ul className="grid gap-1">
        {changes.map((change) => (
          <li key={`${change.kind} ${'name' in change ? change.name : ''}`}>
            <ChangeLine change={change} />
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button onClick={onYes}>{orderIt}</Button>
        <Button variant="plain" onClick={onNo}>
          {t('checkout.lookFirst')}
        </Button>
      </div>
    </div>
  );
}
