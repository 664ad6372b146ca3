import { billingFaults } from '@fynbos/core/checkout/details.ts';
import { centsToDecimal, decimalToCents } from '@fynbos/core/money.ts';
import { isProviderCode } from '@fynbos/core/payments/providers.ts';
import { useCallback, useState } from 'react';
import { AccountForm } from '../accounts/account-form.tsx';
import { addressValues } from '../accounts/address-book.ts';
import { AddressFields, useAddressLabels } from '../accounts/address-fields.tsx';
import { AskedView, useAsked } from '../accounts/asked.tsx';
import type { Values } from '../accounts/form-checks.ts';
import type { Refusal } from '../accounts/form-refusal.ts';
import type { Profile } from '../accounts/session/profile.ts';
import { useProfile } from '../accounts/session/state.ts';
import { ApiProblem } from '../api-problem.ts';
import type { PaymentWay } from '../cart/cart-doing.ts';
import { keptPayments } from '../cart/kept-ways.ts';
import { cartActions } from '../cart/open-cart.ts';
import { useText } from '../i18n/text-context.tsx';
import { mayPass } from '../offline/may-pass.ts';
import '../i18n/needs/checkout-messages.ts';
import { storeView } from '../api-settings.ts';
import { useShopAnswers } from '../network/network.ts';
import { CheckField, Field } from '../ui/form-fields.tsx';
import { NoticeBox } from '../ui/notice-box.tsx';
import { currentDraft, finishStep, keepTyped } from './draft.ts';
import { billingOf, isSame } from './order-body.ts';
import { PaymentHint, PaymentName } from './payment-names.tsx';

/** How the order is paid, and who pays it. */
export default function PaymentStep({
  virtual,
  refused,
  onDone,
}: {
  virtual: boolean;
  refused: Refusal | undefined;
  onDone: () => void;
}) {
  const { asked, again } = useAsked(useCallback(() => waysNow(), []));
  return (
    <AskedView asked={asked} again={again} lines={2}>
      {(ways) => <PaymentForm ways={ways} virtual={virtual} refused={refused} onDone={onDone} />}
    </AskedView>
  );
}

function PaymentForm({
  ways,
  virtual,
  refused,
  onDone,
}: {
  ways: readonly PaymentWay[];
  virtual: boolean;
  refused: Refusal | undefined;
  onDone: () => void;
}) {
  const { t } = useText();
  const online = useShopAnswers();
  const profile = useProfile();
  const [begun] = useState(() => firstValues(profile, virtual));
  const [same, setSame] = useState(() => isSame(begun, virtual));
  const [invoice, setInvoice] = useState(begun.invoice !== undefined);
  const labels = { payment: t('checkout.payBy'), ...useAddressLabels() };
  if (ways.length === 0)
    return (
      <NoticeBox icon="warning">
        <p>{t('checkout.noPayment')}</p>
      </NoticeBox>
    );
  const kept = ways.some(({ code }) => code === begun.payment) ? begun.payment : undefined;
  const first = kept ?? (ways.find((way) => way.default) ?? ways[0])?.code;
  return (
    <AccountForm
      labels={labels}
      refused={refused}
      check={(values) => {
        const { shipping } = currentDraft();
        const faults = billingFaults(billingOf({ shipping, payment: values }, virtual), {
          invoice: values.invoice !== undefined,
        });
        return values.payment ? faults : { ...faults, payment: 'required' };
      }}
      submit={t('checkout.continue')}
      offlineToo
      onLeave={(values) => keepTyped('payment', 'payment', values)}
      send={async (values) => {
        finishStep('payment', { payment: values });
        onDone();
      }}
    >
      {begun.payment && !kept && <p role="status">{t('checkout.paymentGone')}</p>}
      <fieldset className="grid">
        <legend className="font-semibold">{t('checkout.payBy')}</legend>
        {!online && ways.some(isOnline) && (
          <p id="needs-network" role="status" className="my-1 text-soft">
            {t('checkout.needsNetwork')}
          </p>
        )}
        {ways.map((way) => (
          <WayToPay
            key={way.code}
            way={way}
            chosen={way.code === first}
            waits={!online && isOnline(way) ? 'needs-network' : undefined}
          />
        ))}
      </fieldset>
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
    </AccountForm>
  );
}

/** @param waits the id of why it cannot be chosen now */
function WayToPay({
  way: { code, title, cost_incl_tax },
  chosen,
  waits,
}: {
  way: PaymentWay;
  chosen: boolean;
  waits: string | undefined;
}) {
  const { price } = useText();
  const cost = decimalToCents(cost_incl_tax) ?? 0;
  return (
    <label className={`flex min-h-11 items-start gap-3 py-2.5 ${waits ? 'opacity-60' : ''}`}>
      <input
        type="radio"
        name="payment"
        value={code}
        defaultChecked={chosen}
        disabled={waits !== undefined}
        aria-describedby={waits}
        required
        className="mt-0.5 size-5 shrink-0 accent-leaf"
      />
      <span className="min-w-0 flex-1">
        <PaymentName code={code} title={title} />
        <PaymentHint code={code} />
      </span>
      {cost > 0 && <span className="figures">{price(centsToDecimal(cost))}</span>}
    </label>
  );
}

/** It leads to a provider, who is somewhere else. */
const isOnline = ({ code }: PaymentWay) => isProviderCode(code);

/** Where the shop cannot be asked, what it said last; an order that is paid on delivery waits for it (CHK-5). */
async function waysNow(): Promise<readonly PaymentWay[]> {
  const known = navigator.onLine ? undefined : keptPayments();
  if (known) return known;
  try {
    return await cartActions.paymentWays();
  } catch (error) {
    const kept = error instanceof ApiProblem && mayPass(error) ? keptPayments() : undefined;
    if (!kept) throw error;
    return kept;
  }
}

/** What was typed here before, or the address the customer has for bills. */
function firstValues(profile: Profile | undefined, virtual: boolean): Values {
  const { payment, shipping, personal } = currentDraft();
  const { firstname = '', lastname = '' } = personal;
  const nobody = { firstname, lastname, country_id: storeView().country };
  if (Object.keys(payment).length > 0) return { ...nobody, ...payment };
  const usual = profile?.addresses.find(({ default_billing }) => default_billing);
  const others = usual && !virtual && String(usual.id) !== shipping.book;
  if (!usual) return nobody;
  const known = addressValues(usual);
  // An address of its own, where it is not the one the goods go to.
  return others ? { ...known, payment: '' } : known;
}
