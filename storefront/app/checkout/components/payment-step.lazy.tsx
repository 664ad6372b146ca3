import { validateBillingAddress } from '@fynbos/core/checkout/checkout-details.ts';
import { centsToDecimal, decimalToCents } from '@fynbos/core/money.ts';
import { isProviderCode } from '@fynbos/core/payments/providers.ts';
import { useCallback, useState } from 'react';
import { AddressFields, useAddressLabels } from '../../accounts/components/address-fields.tsx';
import { addressValues } from '../../accounts/state/address-conversion.ts';
import { cartActions } from '../../cart/state/current-cart.ts';
import { cachedPaymentMethods, type PaymentMethod } from '../../cart/sync/cart-methods.ts';
import { ApiProblem } from '../../platform/api/api-problem.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { isRetryable } from '../../platform/outbox/send-attempt.ts';
import type { Profile } from '../../platform/session/profile.ts';
import { useProfile } from '../../platform/session/session-state.ts';
import { SubmitForm } from '../../ui/forms/form.tsx';
import type { FormRefusal } from '../../ui/forms/form-errors.ts';
import type { FieldErrors, Values } from '../../ui/forms/form-values.ts';
import { AsyncContent, useAsyncData } from '../../ui/loading/async-content.tsx';
import '../../platform/i18n/parts/checkout-messages.ts';
import { shortestName, storeView } from '../../platform/api/api-settings.ts';
import { useShopReachable } from '../../platform/network/current-network.ts';
import { CheckField, Field } from '../../ui/forms/form-fields.tsx';
import { InlineNotice } from '../../ui/notices/inline-notice.tsx';
import { currentDraft, finishStep, saveTyped } from '../state/checkout-draft.ts';
import { billingOf, isSame } from '../state/order-request-body.ts';
import { PaymentHint, PaymentLogo, PaymentName } from './payment-method-names.tsx';

/** The payment method and the billing address. */
export default function PaymentStep({
  virtual,
  refused,
  onDone,
}: {
  virtual: boolean;
  refused: FormRefusal | undefined;
  onDone: () => void;
}) {
  const { loaded, retry } = useAsyncData(useCallback(() => loadPaymentMethods(), []));
  return (
    <AsyncContent loaded={loaded} retry={retry} lines={2}>
      {(methods) => <PaymentForm methods={methods} virtual={virtual} refused={refused} onDone={onDone} />}
    </AsyncContent>
  );
}

function PaymentForm({
  methods,
  virtual,
  refused,
  onDone,
}: {
  methods: readonly PaymentMethod[];
  virtual: boolean;
  refused: FormRefusal | undefined;
  onDone: () => void;
}) {
  const { t } = useText();
  const profile = useProfile();
  const [begun] = useState(() => firstValues(profile, virtual));
  const labels = { payment: t('checkout.payBy'), ...useAddressLabels() };
  if (methods.length === 0)
    return (
      <InlineNotice icon="warning">
        <p>{t('checkout.noPayment')}</p>
      </InlineNotice>
    );
  const previous = methods.some(({ code }) => code === begun.payment) ? begun.payment : undefined;
  const first = previous ?? (methods.find((method) => method.default) ?? methods[0])?.code;
  return (
    <SubmitForm
      labels={labels}
      refused={refused}
      check={(values) => checkPayment(values, virtual)}
      submit={t('checkout.continue')}
      offlineToo
      onLeave={(values) => saveTyped('payment', 'payment', values)}
      send={async (values) => {
        finishStep('payment', { payment: values });
        onDone();
      }}
    >
      {begun.payment && !previous && <p role="status">{t('checkout.paymentGone')}</p>}
      <PaymentMethodChoice methods={methods} first={first} />
      <BillingFields begun={begun} virtual={virtual} />
    </SubmitForm>
  );
}

function checkPayment(values: Values, virtual: boolean): FieldErrors {
  const { shipping } = currentDraft();
  const fieldErrors = validateBillingAddress(billingOf({ shipping, payment: values }, virtual), {
    invoice: values.invoice !== undefined,
    shortestName: shortestName(),
  });
  return values.payment ? fieldErrors : { ...fieldErrors, payment: 'required' };
}

/** @param first the code of the method that is chosen at first */
function PaymentMethodChoice({
  methods,
  first,
}: {
  methods: readonly PaymentMethod[];
  first: string | undefined;
}) {
  const { t } = useText();
  const online = useShopReachable();
  return (
    <fieldset className="grid max-w-xl gap-2">
      <legend className="mb-2 font-semibold">{t('checkout.payBy')}</legend>
      {!online && methods.some(isOnline) && (
        <p id="needs-network" role="status" className="my-1 text-muted">
          {t('checkout.needsNetwork')}
        </p>
      )}
      {methods.map((method) => (
        <PaymentMethodOption
          key={method.code}
          method={method}
          chosen={method.code === first}
          waits={!online && isOnline(method) ? 'needs-network' : undefined}
        />
      ))}
    </fieldset>
  );
}

/** The billing address, unless it is the shipping address, and the data of a tax invoice. */
function BillingFields({ begun, virtual }: { begun: Values; virtual: boolean }) {
  const { t } = useText();
  const labels = useAddressLabels();
  const [same, setSame] = useState(() => isSame(begun, virtual));
  const [invoice, setInvoice] = useState(begun.invoice !== undefined);
  return (
    <fieldset className="grid gap-4">
      <legend className="font-semibold">{t('checkout.billing')}</legend>
      {!virtual && (
        <CheckField
          label={t('checkout.billingSame')}
          name="same"
          checked={same}
          onChange={(event) => setSame(event.target.checked)}
        />
      )}
      {!same && <AddressFields of={begun} autofill="billing" needsTelephone={false} />}
      <CheckField
        label={t('checkout.invoice')}
        name="invoice"
        checked={invoice}
        onChange={(event) => setInvoice(event.target.checked)}
      />
      {invoice && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label={labels.company}
            name="company"
            autoComplete="billing organization"
            defaultValue={begun.company}
            required
          />
          <Field
            label={labels.vat_id}
            name="vat_id"
            autoComplete="off"
            defaultValue={begun.vat_id}
            required
          />
        </div>
      )}
    </fieldset>
  );
}

/** @param waits the id of the text that says why it cannot be chosen now */
function PaymentMethodOption({
  method: { code, title, cost_incl_tax },
  chosen,
  waits,
}: {
  method: PaymentMethod;
  chosen: boolean;
  waits: string | undefined;
}) {
  const { price } = useText();
  const cost = decimalToCents(cost_incl_tax) ?? 0;
  return (
    <label
      className={`flex min-h-11 items-start gap-3 rounded-petal-small border border-control bg-surface px-4 py-3 has-checked:border-accent has-checked:bg-accent-subtle ${waits ? 'opacity-60' : ''}`}
    >
      <input
        type="radio"
        name="payment"
        value={code}
        defaultChecked={chosen}
        disabled={waits !== undefined}
        aria-describedby={waits}
        required
        className="mt-0.5 size-5 shrink-0 accent-accent"
      />
      <span className="min-w-0 flex-1">
        <PaymentName code={code} title={title} />
        <PaymentHint code={code} />
      </span>
      {cost > 0 && <span className="tabular-nums">{price(centsToDecimal(cost))}</span>}
      <PaymentLogo code={code} />
    </label>
  );
}

/** Whether the method needs the website of a provider. */
const isOnline = ({ code }: PaymentMethod) => isProviderCode(code);

/**
 * The payment methods; when the shop cannot be reached, the last known ones. An order paid on delivery can
 * wait for the shop (CHK-5).
 */
async function loadPaymentMethods(): Promise<readonly PaymentMethod[]> {
  const known = navigator.onLine ? undefined : cachedPaymentMethods();
  if (known) return known;
  try {
    return await cartActions.paymentMethods();
  } catch (error) {
    const cached = error instanceof ApiProblem && isRetryable(error) ? cachedPaymentMethods() : undefined;
    if (!cached) throw error;
    return cached;
  }
}

/** The values typed before, or the customer's default billing address. */
function firstValues(profile: Profile | undefined, virtual: boolean): Values {
  const { payment, shipping, personal } = currentDraft();
  const { firstname = '', lastname = '' } = personal;
  const emptyValues = { firstname, lastname, country_id: storeView().country };
  if (Object.keys(payment).length > 0) return { ...emptyValues, ...payment };
  const usual = profile?.addresses.find(({ default_billing }) => default_billing);
  const isSeparate = usual && !virtual && String(usual.id) !== shipping.book;
  if (!usual) return emptyValues;
  const known = addressValues(usual);
  // A separate address if it differs from the shipping address.
  return isSeparate ? { ...known, payment: '' } : known;
}
