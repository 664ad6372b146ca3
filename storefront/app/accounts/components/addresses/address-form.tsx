import { useText } from '../../../platform/i18n/text-context.tsx';
import type { Profile } from '../../../platform/session/profile.ts';
import { Button } from '../../../ui/button.tsx';
import { SubmitForm } from '../../../ui/forms/form.tsx';
import { CheckField, Field } from '../../../ui/forms/form-fields.tsx';
import { checkAddress } from '../../state/account-form-validation.ts';
import { addressValues, type WireAddress, wireAddress, withAddress } from '../../state/address-conversion.ts';
import { changeCustomer } from '../../state/profile-change.ts';
import { AddressFields, useAddressLabels } from '../address-fields.tsx';
import { useReportChange } from '../use-profile-change-notice.ts';

/** The form of one address in the address book (spec D35). */
export function AddressForm({
  address,
  profile,
  onDone,
}: {
  /** Omitted for a new address. */
  address: WireAddress | undefined;
  profile: Profile;
  onDone: () => void;
}) {
  const { t } = useText();
  const reportChange = useReportChange();
  const isFirst = profile.addresses.length === 0;
  const labels = useAddressLabels();
  const { firstname, lastname } = profile;
  return (
    <SubmitForm
      labels={labels}
      check={checkAddress}
      submit={t('account.save')}
      offlineToo
      send={async (values) => {
        const addresses = withAddress(profile.addresses, wireAddress(values, address?.id), address);
        if (reportChange(await changeCustomer({ addresses }))) onDone();
      }}
    >
      <AddressFields of={address ? addressValues(address) : { firstname, lastname }} />
      <details open={Boolean(address?.company || address?.vat_id)}>
        <summary className="flex min-h-11 items-center font-semibold text-accent underline underline-offset-4">
          {t('address.forInvoice')}
        </summary>
        <div className="grid gap-4 pt-2 sm:grid-cols-2">
          <Field
            label={labels.company}
            name="company"
            autoComplete="organization"
            defaultValue={address?.company}
          />
          <Field label={labels.vat_id} name="vat_id" autoComplete="off" defaultValue={address?.vat_id} />
        </div>
      </details>
      <div>
        <CheckField
          label={t('address.useShipping')}
          name="default_shipping"
          defaultChecked={address?.default_shipping ?? isFirst}
        />
        <CheckField
          label={t('address.useBilling')}
          name="default_billing"
          defaultChecked={address?.default_billing ?? isFirst}
        />
      </div>
      <Button variant="quiet" onClick={onDone} className="order-last justify-self-start">
        {t('account.cancel')}
      </Button>
    </SubmitForm>
  );
}
