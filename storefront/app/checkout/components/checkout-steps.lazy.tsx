import { normalPhone } from '@fynbos/core/accounts/field-rules.ts';
import { phoneText } from '@fynbos/core/accounts/phone-text.ts';
import { type CheckoutStep, isVirtual } from '@fynbos/core/checkout/checkout-steps.ts';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { cart, cartActions } from '../../cart/state/current-cart.ts';
import { useCart } from '../../cart/state/use-cart.ts';
import { announceEvent } from '../../platform/analytics/shop-events.ts';
import type { ApiProblem } from '../../platform/api/api-problem.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import type { FormRefusal } from '../../ui/forms/form-errors.ts';
import { LoadingPlaceholder } from '../../ui/loading/loading-placeholder.tsx';
import '../../platform/i18n/parts/checkout-messages.ts';
import { homePath } from '../../paths.ts';
import type { Values } from '../../ui/forms/form-values.ts';
import { useNotices } from '../../ui/notices/notices-provider.tsx';
import { showPendingOrder, startOrders } from '../outbox/order-queue.ts';
import { changeDraft, currentDraft, useDraft } from '../state/checkout-draft.ts';
import { currentPayment } from '../state/current-payment.ts';
import type { StepRefusal } from '../state/order-error-step.ts';
import { isSame, placeOf } from '../state/order-request-body.ts';
import { statusPathOf } from '../state/payment-paths.ts';
import { isOrderBeingSent } from '../state/placed-order.ts';
import { PaymentName } from './payment-method-names.tsx';
import { StepFrame } from './step-frame.tsx';

const parts = {
  shipping: () => import('./shipping-step.lazy.tsx'),
  payment: () => import('./payment-step.lazy.tsx'),
  review: () => import('./review-step.lazy.tsx'),
  thanks: () => import('./thank-you.lazy.tsx'),
  notifier: () => import('./order-notifier.lazy.tsx'),
  places: () => import('../state/fill-address.lazy.ts'),
  towns: () => import('./town-list.lazy.tsx'),
};
const ShippingStep = lazy(parts.shipping);
const PaymentStep = lazy(parts.payment);
const ReviewStep = lazy(parts.review);

/** The steps after the first one; they need the cart. */
export function LaterSteps({
  steps,
  open,
  isDone,
  refused,
  problem,
  onDone,
  onRefused,
}: {
  steps: readonly CheckoutStep[];
  open: CheckoutStep;
  isDone: (step: CheckoutStep) => boolean;
  refused: FormRefusal | undefined;
  problem: ApiProblem | undefined;
  onDone: () => void;
  onRefused: (refused: StepRefusal) => void;
}) {
  const { t } = useText();
  const virtual = useCartHere();
  useEffect(() => {
    // The network may be gone when they are needed.
    for (const load of Object.values(parts)) void load().catch(() => {});
    void showPendingOrder();
  }, []);
  return steps.slice(1).map((step) => (
    <StepFrame
      key={step}
      step={step}
      number={steps.indexOf(step) + 1}
      count={steps.length}
      open={step === open}
      done={step !== 'review' && isDone(step)}
      managesFocus={refused !== undefined || problem !== undefined}
      summary={step === 'shipping' ? <ShippingSummary /> : <PaymentSummary virtual={virtual} />}
    >
      <Suspense fallback={<LoadingPlaceholder label={t('shop.loading')} />}>
        {step === 'shipping' && <ShippingStep refused={refused} onDone={onDone} />}
        {step === 'payment' && <PaymentStep virtual={virtual} refused={refused} onDone={onDone} />}
        {step === 'review' && <ReviewStep onRefused={onRefused} begunWith={problem} />}
      </Suspense>
    </StepFrame>
  ));
}

/**
 * Whether no product in the cart is shipped. With an empty cart the shopper gets a notice and returns to
 * the home page (spec commerce 8).
 */
function useCartHere(): boolean {
  const { t } = useText();
  const { notify } = useNotices();
  const navigate = useNavigate();
  const { lines, state } = useCart();
  const [isKnown, setKnown] = useState(false);
  const isEmpty = isKnown && state !== 'loading' && lines.length === 0;
  const virtual = isVirtual(lines);
  useEffect(() => {
    const first = [cartActions.refresh({ force: true }), startOrders()];
    void Promise.all(first).then(() => {
      setKnown(true);
      announceEvent({ kind: 'checkout', cart: cart.view() });
    });
  }, []);
  useEffect(() => {
    if (lines.length > 0 && virtual !== (currentDraft().virtual ?? false)) changeDraft({ virtual });
  }, [lines, virtual]);
  useEffect(() => {
    if (!isEmpty || isOrderBeingSent()) return;
    // The cart may be empty because it was paid for.
    const payment = currentPayment();
    if (payment) return void navigate(statusPathOf(payment), { replace: true });
    notify({ kind: 'warning', message: t('problem.order_empty') });
    void navigate(homePath, { replace: true });
  }, [isEmpty, notify, navigate, t]);
  return virtual;
}

/** A short summary of billing address and payment method. */
function PaymentSummary({ virtual }: { virtual: boolean }) {
  const { t } = useText();
  const draft = useDraft();
  const { payment } = draft;
  const { company = '', vat_id = '' } = payment.invoice ? payment : {};
  return (
    <div className="grid gap-2">
      <p>
        <PaymentName code={payment.payment ?? ''} title={payment.payment ?? ''} />
      </p>
      {isSame(payment, virtual) ? (
        <p className="text-muted">
          {t('checkout.billingSame')}
          {company && (
            <span className="block wrap-anywhere">{[company, vat_id].filter(Boolean).join(', ')}</span>
          )}
        </p>
      ) : (
        <TypedAddress values={{ ...payment, company, vat_id }} />
      )}
    </div>
  );
}

/** A short summary of address and shipping method. */
function ShippingSummary() {
  const { shipping, way: shippingMethod } = useDraft();
  return (
    <div className="grid gap-2">
      <TypedAddress values={shipping} />
      {shippingMethod && (
        <p>
          {shippingMethod.carrier_title} <span className="text-muted">{shippingMethod.method_title}</span>
        </p>
      )}
    </div>
  );
}

/** A typed address in the layout of a parcel label. */
function TypedAddress({ values }: { values: Values }) {
  const { apartment, street, suburb, city, postcode, company, vat_id } = values;
  const typed = values.telephone ?? '';
  const telephone = phoneText(normalPhone(typed, values.country_id ?? '') ?? typed);
  const { region } = placeOf(values);
  const name = `${values.firstname ?? ''} ${values.lastname ?? ''}`;
  const town = `${city ?? ''} ${postcode ?? ''}`;
  const lines = [company, name, apartment, street, suburb, town, region, telephone, vat_id];
  return (
    <address className="not-italic leading-snug">
      {lines
        .filter((line) => line?.trim())
        .map((line) => (
          <span key={line} className="block wrap-anywhere">
            {line}
          </span>
        ))}
    </address>
  );
}
