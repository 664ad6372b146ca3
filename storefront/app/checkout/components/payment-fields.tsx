import { validateBillingAddress } from '@fynbos/core/checkout/checkout-details.ts';
import { centsToDecimal, decimalToCents } from '@fynbos/core/money.ts';
import { isProviderCode } from '@fynbos/core/payments/providers.ts';
import { useEffect, useRef, useState } from 'react';
import { AddressFields, useAddressLabels } from '../../accounts/components/address-fields.tsx';
import { cartActions } from '../../cart/state/current-cart.ts';
import { cachedPaymentMethods, type PaymentMethod } from '../../cart/sync/cart-methods.ts';
import { ApiProblem } from '../../platform/api/api-problem.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { isRetryable } from '../../platform/outbox/send-attempt.ts';
import type { FieldErrors, Values } from '../../ui/forms/form-values.ts';
import '../../platform/i18n/parts/checkout-messages.ts';
import { shortestName } from '../../platform/api/api-settings.ts';
import { useShopReachable } from '../../platform/network/current-network.ts';
import { Button } from '../../ui/button.tsx';
import { CheckField, Field } from '../../ui/forms/form-fields.tsx';
import { currentDraft } from '../state/checkout-draft.ts';
import { billingOf, isSame } from '../state/order-request-body.ts';
import { PaymentHint, PaymentLogo, PaymentName } from './payment-method-names.tsx';

/** The payment method and the billing address. Collapsed, they are the chosen method with a button to change them. */
export function PaymentFields({
  methods,
  chosen,
  onChoose,
  begun,
  virtual,
  isCollapsed,
  onExpand,
}: {
  methods: readonly PaymentMethod[];
  /** The code of the chosen method. */
  chosen: string | undefined;
  onChoose: (code: string) => void;
  /** The values typed before. */
  begun: Values;
  virtual: boolean;
  isCollapsed: boolean;
  onExpand: () => void;
}) {
  const { t } = useText();
  const fields = useRef<HTMLDivElement>(null);
  const wasCollapsed = useRef(isCollapsed);
  useEffect(() => {
    // The button disappeared with the focus.
    if (wasCollapsed.current && !isCollapsed) fields.current?.querySelector<HTMLElement>(':checked')?.focus();
    wasCollapsed.current = isCollapsed;
  }, [isCollapsed]);
  // A cart with only downloads has other methods than the order before it.
  const isGone =
    begun.payment && !virtual && chosen !== 'free' && !methods.some(({ code }) => code === begun.payment);
  return (
    <div ref={fields} className="grid gap-4">
      {isGone && <p role="status">{t('checkout.paymentGone')}</p>}
      <PaymentMethodChoice
        methods={isCollapsed ? methods.filter(({ code }) => code === chosen) : methods}
        chosen={chosen}
        onChoose={onChoose}
      />
      {isCollapsed && (
        <Button
          variant="quiet"
          className="justify-self-start"
          aria-label={t('checkout.changeNamed', { step: t('checkout.payment') })}
          onClick={onExpand}
        >
          {t('checkout.change')}
        </Button>
      )}
      <div hidden={isCollapsed}>
        <BillingFields begun={begun} virtual={virtual} />
      </div>
    </div>
  );
}

/** The method with this code, otherwise the default of the shop. */
export function chosenMethod(methods: readonly PaymentMethod[], code: string | undefined) {
  return (
    methods.find((method) => method.code === code) ?? methods.find((method) => method.default) ?? methods[0]
  );
}

export function checkPayment(values: Values, virtual: boolean): FieldErrors {
  const { shipping } = currentDraft();
  const fieldErrors = validateBillingAddress(billingOf({ shipping, payment: values }, virtual), {
    invoice: values.invoice !== undefined,
    shortestName: shortestName(),
  });
  return values.payment ? fieldErrors : { ...fieldErrors, payment: 'required' };
}

function PaymentMethodChoice({
  methods,
  chosen,
  onChoose,
}: {
  methods: readonly PaymentMethod[];
  chosen: string | undefined;
  onChoose: (code: string) => void;
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
          chosen={method.code === chosen}
          onChoose={() => onChoose(method.code)}
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
      {virtual && <p className="text-muted text-sm">{t('checkout.billingReason')}</p>}
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
  onChoose,
  waits,
}: {
  method: PaymentMethod;
  chosen: boolean;
  onChoose: () => void;
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
        checked={chosen}
        onChange={onChoose}
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
export async function loadPaymentMethods(): Promise<readonly PaymentMethod[]> {
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
