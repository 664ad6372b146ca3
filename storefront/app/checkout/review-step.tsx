import { centsToDecimal } from '@fynbos/core/money.ts';
import { isProviderCode } from '@fynbos/core/payments/providers.ts';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { AccountForm } from '../accounts/account-form.tsx';
import type { Faults } from '../accounts/form-checks.ts';
import { LoginLink } from '../accounts/login-link.tsx';
import { ApiProblem } from '../api-problem.ts';
import { LineList } from '../cart/line-list.tsx';
import { TotalsView } from '../cart/totals-view.tsx';
import type { MessageId } from '../i18n/text.ts';
import { useText } from '../i18n/text-context.tsx';
import '../i18n/needs/checkout-messages.ts';
import type { CartView } from '../cart/cart-view.ts';
import { cartPath, checkoutPath } from '../paths.ts';
import { problemWords } from '../refusal-notice.ts';
import { TermsLinks } from '../shell/terms-links.tsx';
import { Button } from '../ui/button.tsx';
import { CheckField } from '../ui/form-fields.tsx';
import { NoticeBox } from '../ui/notice-box.tsx';
import { ChangeLine } from './change-line.tsx';
import { type Change, changesBetween } from './changes.ts';
import { currentPayment, leavesChargeOpen } from './current-payment.ts';
import { changeDraft, useDraft } from './draft.ts';
import { wantsAccount } from './make-account.ts';
import { useOrderedCart } from './offline-totals.ts';
import { providerNames } from './payment-names.tsx';
import { type Doing, keepDelivery, type Outcome, placeOrderOf, seenNow } from './place-order.ts';
import { type StepRefusal, stepRefusal } from './refusal-step.ts';
import { paymentPathOf } from './status-path.ts';

/** Everything once more: it can be corrected, and left (decision 41). Then the order is placed. */
export default function ReviewStep({
  onRefused,
  begunWith,
}: {
  /** Something is wrong that another step asks for. */
  onRefused: (refused: StepRefusal) => void;
  /** Why the order was refused while the shopper was elsewhere. */
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
    // Also where the totals come after this step.
    if (knowsNoDelivery) void keepDelivery();
  }, [knowsNoDelivery]);
  const total = price(centsToDecimal(cart.totals.grandTotal));
  const orderIt = t(isOnline ? 'checkout.pay' : 'checkout.place', { total });
  const isUnavailable = cart.lines.some(({ problems }) => problems.length > 0);

  function stop(): void {
    running.current = false;
    setDoing(undefined);
  }

  /** One order, however often the button is pressed. */
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
    // Who leaves sees where to, until the page does.
    if (outcome.kind === 'leaving') return;
    stop();
    take(outcome, shown);
  }

  function take(outcome: Outcome, shown: CartView): void {
    if (outcome.kind === 'unkept') setNotQueued('checkout.notQueuedText');
    else if (outcome.kind === 'beingPaid') setNotQueued('checkout.beingPaid');
    else if (outcome.kind === 'changed') setChanged(shown);
    else if (outcome.kind === 'unavailable') setProblem(new ApiProblem('order_lines_unavailable'));
    else if (outcome.kind === 'refused') takeRefusal(outcome.problem, shown);
  }

  function takeRefusal(refused: ApiProblem, shown: CartView): void {
    // What was refused is over: the next attempt is another order.
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
          check={({ terms }): Faults => (terms ? {} : { terms: 'terms_needed' })}
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

/** Who comes back by the browser's memory finds the page as it was left: busy. */
function useReturn(stop: () => void): void {
  const told = useRef(stop);
  told.current = stop;
  useEffect(() => {
    const back = ({ persisted }: PageTransitionEvent) => persisted && told.current();
    addEventListener('pageshow', back);
    return () => removeEventListener('pageshow', back);
  }, []);
}

function HandingOver({ code }: { code: string }) {
  const { t } = useText();
  const name = providerNames[code as keyof typeof providerNames];
  return name ? t('checkout.handing', { name }) : t('checkout.handingCard');
}

/** Why the order was not placed, and what to do. */
function Problem({ problem: { view }, isOnline = false }: { problem: ApiProblem; isOnline?: boolean }) {
  const { t } = useText();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  const isSession = view.status === 401;
  return (
    <div ref={box} tabIndex={-1} role="alert">
      <NoticeBox icon="warning" title={t(isOnline ? 'checkout.notBegun' : 'checkout.failed')}>
        <p>{problemWords(view, t)}</p>
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
      </NoticeBox>
    </div>
  );
}

/** What it means to order without a network, before it is done (accounts 4.4). */
function OrderedOffline() {
  const { t } = useText();
  return (
    <NoticeBox icon="cloudOff" title={t('checkout.offlineOrder')}>
      <p>{t('checkout.offlineOrderText')}</p>
      {wantsAccount() && <p>{t('checkout.offlineAccount')}</p>}
    </NoticeBox>
  );
}

/** Why an order waits nowhere: it is never called queued unless what was written was read back. */
function NotQueued({ children }: { children: string }) {
  const { t } = useText();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} role="alert">
      <NoticeBox icon="warning" title={t('checkout.notQueued')}>
        <p>{children}</p>
      </NoticeBox>
    </div>
  );
}

/** What is not as it was shown; the shopper says yes to it, or looks again (decision 6). */
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
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div
      ref={box}
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
        <Button look="plain" onClick={onNo}>
          {t('checkout.lookFirst')}
        </Button>
      </div>
    </div>
  );
}
