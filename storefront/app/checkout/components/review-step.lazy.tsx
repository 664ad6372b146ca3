import { isDownloadsOnly } from '@fynbos/core/checkout/checkout-steps.ts';
import { centsToDecimal } from '@fynbos/core/money.ts';
import { companies, isProviderCode } from '@fynbos/core/payments/providers.ts';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useAddressLabels } from '../../accounts/components/address-fields.tsx';
import { LoginLink } from '../../accounts/components/login-link.tsx';
import { LineList } from '../../cart/components/cart-line-list.tsx';
import { TotalsView } from '../../cart/components/cart-totals.tsx';
import { ApiProblem } from '../../platform/api/api-problem.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { SubmitForm } from '../../ui/forms/form.tsx';
import type { FormRefusal } from '../../ui/forms/form-errors.ts';
import type { Values } from '../../ui/forms/form-values.ts';
import { AsyncContent, useAsyncData } from '../../ui/loading/async-content.tsx';
import '../../platform/i18n/parts/checkout-messages.ts';
import { TermsLinks } from '../../accounts/components/terms-links.tsx';
import type { PaymentMethod } from '../../cart/sync/cart-methods.ts';
import type { CartView } from '../../cart/sync/cart-view.ts';
import { cartPath, checkoutPath } from '../../paths.ts';
import { useProfile } from '../../platform/session/session-state.ts';
import { Button } from '../../ui/button.tsx';
import { CheckField } from '../../ui/forms/form-fields.tsx';
import { InlineNotice } from '../../ui/notices/inline-notice.tsx';
import { problemMessage } from '../../ui/notices/problem-notice.ts';
import { type Doing, restoreDelivery } from '../outbox/place-order.ts';
import { changeDraft, saveTyped, useDraft } from '../state/checkout-draft.ts';
import { useCheckoutCart } from '../state/checkout-totals.ts';
import { wantsAccount } from '../state/create-account.ts';
import { firstPayment, paymentBy } from '../state/first-values.ts';
import { type Change, changesBetween } from '../state/order-changes.ts';
import type { StepRefusal } from '../state/order-error-step.ts';
import { ChangeLine } from './order-change.tsx';
import { checkPayment, chosenMethod, loadPaymentMethods, PaymentFields } from './payment-fields.tsx';
import { useOrderPlacement } from './use-order-placement.ts';

/** The last step: shows everything and allows corrections (spec D41), takes the payment method, then orders. */
export default function ReviewStep({
  virtual,
  refused,
  begunWith,
  onRefused,
}: {
  virtual: boolean;
  /** Why the order was refused, if a field of this step is wrong. */
  refused: FormRefusal | undefined;
  /** Why the order was refused while the shopper was on another page. */
  begunWith: ApiProblem | undefined;
  /** A step must be corrected. */
  onRefused: (refused: StepRefusal) => void;
}) {
  const { t } = useText();
  const cart = useCheckoutCart();
  const { loaded, retry } = useMethods(cart);
  useDelivery(cart);
  return (
    <div className="grid gap-5">
      <AsyncContent loaded={loaded} retry={retry} lines={2}>
        {(methods) =>
          methods.length > 0 ? (
            <OrderForm {...{ cart, methods, virtual, refused, begunWith, onRefused }} />
          ) : (
            <>
              <InlineNotice icon="warning">
                <p>{t('checkout.noPayment')}</p>
              </InlineNotice>
              <ReviewedCart cart={cart} />
            </>
          )
        }
      </AsyncContent>
      <Link
        to={cartPath}
        className="inline-flex min-h-11 items-center justify-self-start text-accent underline underline-offset-4"
      >
        {t('checkout.backToCart')}
      </Link>
    </div>
  );
}

/** The payment methods of the cart. They are others once a voucher pays everything. */
function useMethods({ lines, totals }: CartView) {
  const [isFree, setFree] = useState(totals.grandTotal === 0);
  // The cart is empty while its order is on the way.
  if (lines.length > 0 && isFree !== (totals.grandTotal === 0)) setFree(!isFree);
  return useAsyncData(loadPaymentMethods, isFree);
}

/** The totals may arrive without delivery after this step is shown. */
function useDelivery({ totals: { shipping, estimate } }: CartView): void {
  const knowsNoDelivery = shipping === undefined && !estimate;
  useEffect(() => {
    if (knowsNoDelivery) void restoreDelivery();
  }, [knowsNoDelivery]);
}

function OrderForm({
  cart,
  methods,
  virtual,
  refused,
  begunWith,
  onRefused,
}: React.ComponentProps<typeof ReviewStep> & { cart: CartView; methods: readonly PaymentMethod[] }) {
  const { t, price } = useText();
  const labels = { payment: t('checkout.payBy'), ...useAddressLabels(), terms: '' };
  const profile = useProfile();
  const isExpress = useDraft().isExpress === true && profile !== undefined;
  const { state, place, dismissChange } = useOrderPlacement(onRefused, begunWith);
  const { problem, changed, notQueued } = state;
  const [begun] = useState(() => firstPayment(profile, virtual));
  const [selected, setSelected] = useState(begun.payment);
  const payment = chosenMethod(methods, selected)?.code ?? '';
  const [isCollapsed, setCollapsed] = useState(isExpress && !refused && payment === begun.payment);
  const isOnline = isProviderCode(payment);
  const total = price(centsToDecimal(cart.totals.grandTotal));
  const orderIt = t(isOnline ? 'checkout.pay' : 'checkout.place', { total });
  return (
    <SubmitForm
      labels={labels}
      refused={refused}
      check={(values) => {
        const fieldErrors = checkPayment(values, virtual);
        if (Object.keys(fieldErrors).length > 0) setCollapsed(false);
        return { ...fieldErrors, ...(!values.terms && !isExpress && { terms: 'terms_needed' }) };
      }}
      submit={orderIt}
      offlineToo={!isOnline}
      offline="checkout.needsNetwork"
      onLeave={(values) => saveTyped('payment', 'payment', paymentOf(values))}
      send={async (values) => {
        // The shopper accepts the changes first.
        if (changed) return;
        changeDraft({ payment: paymentOf(values) });
        await place(cart);
      }}
      className={changed ? 'max-sm:hidden sm:hidden' : 'w-full text-lg'}
    >
      <PaymentFields
        {...{ methods, begun, virtual }}
        chosen={payment}
        onChoose={(method) => {
          setSelected(method);
          changeDraft({ payment: paymentBy(method, firstPayment(profile, virtual), virtual) });
        }}
        isCollapsed={isCollapsed && !problem}
        onExpand={() => setCollapsed(false)}
      />
      <p>{t('checkout.reviewLead')}</p>
      <ReviewedCart cart={cart} />
      {problem && <Problem problem={problem} isOnline={isOnline} />}
      {notQueued && <NotQueued>{t(notQueued)}</NotQueued>}
      {!notQueued && !cart.online && !isOnline && <OrderedOffline />}
      {changed ? (
        <Changed
          changes={changesBetween(changed, cart)}
          orderIt={orderIt}
          onYes={() => void place(cart)}
          onNo={dismissChange}
        />
      ) : (
        <Terms cart={cart} isAccepted={isExpress} isOnline={isOnline} hasProblem={problem !== undefined} />
      )}
      <p role="status" className="font-semibold empty:hidden">
        {state.doing && <Progress doing={state.doing} payment={payment} />}
      </p>
    </SubmitForm>
  );
}

/** The fields of the form that belong to the payment. */
const paymentOf = ({ terms: _, ...payment }: Values): Values => payment;

/** The lines, totals and codes that are ordered. */
function ReviewedCart({ cart: { lines, totals } }: { cart: CartView }) {
  const { t } = useText();
  return (
    <>
      <LineList lines={lines} />
      <div className="lg:hidden">
        <TotalsView totals={totals} />
      </div>
      {(totals.coupon || totals.voucher) && (
        <p className="text-muted">
          {t('cart.code')}: {[totals.coupon, totals.voucher].filter(Boolean).join(', ')}
        </p>
      )}
    </>
  );
}

/** The terms of sale (spec D41), and what follows the button. */
function Terms({
  cart,
  isAccepted,
  isOnline,
  hasProblem,
}: {
  cart: CartView;
  /** Whether the button accepts the terms, as with the last order. */
  isAccepted: boolean;
  /** Whether the order is paid at a provider. */
  isOnline: boolean;
  /** Whether the page already says why the order was refused. */
  hasProblem: boolean;
}) {
  const { t } = useText();
  const isUnavailable = cart.lines.some(({ problems }) => problems.length > 0);
  return (
    <>
      <div className="grid gap-1">
        <p lang="en" className="text-muted text-sm">
          {t('checkout.termsText')} {!isDownloadsOnly(cart.lines) && t('checkout.termsCancel')}
        </p>
        <TermsLinks of={['sale', 'returns', 'privacy']} />
        {isAccepted ? (
          <p>{t('checkout.termsByOrder')}</p>
        ) : (
          <CheckField label={t('checkout.terms')} name="terms" required />
        )}
      </div>
      {isUnavailable && !hasProblem && <Problem problem={new ApiProblem('order_lines_unavailable')} />}
      {isOnline && <p>{t(cart.online ? 'checkout.payNote' : 'checkout.needsNetwork')}</p>}
    </>
  );
}

/** @param payment the code of the payment method */
function Progress({ doing, payment }: { doing: Doing; payment: string }) {
  const { t } = useText();
  if (doing === 'handing') return <HandingOver code={payment} />;
  return t(doing === 'checking' ? 'stock.checking' : `checkout.${doing}`);
}

function HandingOver({ code }: { code: string }) {
  const { t } = useText();
  const isElsewhere = isProviderCode(code) && code !== 'card';
  return isElsewhere ? t('checkout.handing', { name: companies[code] }) : t('checkout.handingCard');
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
        {isOnline && view.retry && <p>{t('checkout.notCharged')}</p>}
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
      className="grid gap-3 rounded-petal-small border-2 border-danger bg-danger-subtle p-4"
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
