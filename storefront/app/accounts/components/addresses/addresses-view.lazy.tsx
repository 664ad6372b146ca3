import '../../../platform/i18n/parts/account-messages.ts';
import { useState } from 'react';
import { useText } from '../../../platform/i18n/text-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { InlineNotice } from '../../../ui/notices/inline-notice.tsx';
import { useNotices } from '../../../ui/notices/notices-provider.tsx';
import { refusalNotice } from '../../../ui/notices/problem-notice.ts';
import type { WireAddress } from '../../state/address-conversion.ts';
import { useChangedProfile } from '../../state/changed-profile.ts';
import { changeCustomer } from '../../state/profile-change.ts';
import { AccountPageFrame, Section } from '../account-page-frame.tsx';
import { AddressLines } from '../address-lines.tsx';
import { UnsentChangeLabel } from '../unsent-change-label.tsx';
import { useReportChange } from '../use-profile-change-notice.ts';
import { AddressForm } from './address-form.tsx';

/** The address book: any number of addresses, one for deliveries and one for invoices (spec D35). */
export default function AddressesView() {
  const { t } = useText();
  const changed = useChangedProfile();
  const [edited, setEdited] = useState<WireAddress | 'new'>();
  if (!changed) return null;
  const { profile, waiting } = changed;
  const { addresses } = profile;
  if (edited) {
    return (
      <AccountPageFrame title={t('address.title')}>
        <Section title={t(edited === 'new' ? 'address.add' : 'address.edit')}>
          <AddressForm
            address={edited === 'new' ? undefined : edited}
            profile={profile}
            onDone={() => setEdited(undefined)}
          />
        </Section>
      </AccountPageFrame>
    );
  }
  return (
    <AccountPageFrame title={t('address.title')}>
      {waiting.addresses && <UnsentChangeLabel />}
      {addresses.length === 0 && <InlineNotice>{t('address.none')}</InlineNotice>}
      <ul className="grid grid-cols-1 gap-4 md:grid-cols-2">
        {addresses.map((address, index) => (
          <AddressCard
            // An unsent address has no id of the shop yet.
            key={String(address.id ?? `new ${index}`)}
            address={address}
            otherAddresses={addresses.filter((candidate) => candidate !== address)}
            onEdit={() => setEdited(address)}
          />
        ))}
      </ul>
      <Button onClick={() => setEdited('new')} className="justify-self-start">
        {t('address.add')}
      </Button>
    </AccountPageFrame>
  );
}

function AddressCard({
  address,
  otherAddresses,
  onEdit,
}: {
  address: WireAddress;
  otherAddresses: WireAddress[];
  onEdit: () => void;
}) {
  const { t } = useText();
  const { notify } = useNotices();
  const reportChange = useReportChange();
  const [confirming, setConfirming] = useState(false);
  const where = address.street[0] ?? '';
  const remove = () =>
    changeCustomer({ addresses: otherAddresses }).then(reportChange, (error: unknown) =>
      notify(refusalNotice(error, t)),
    );
  return (
    <li className="flex flex-col gap-3 rounded-petal border border-divider bg-surface p-5">
      <p className="flex flex-wrap gap-2 text-sm empty:hidden">
        {address.default_shipping && <Badge>{t('address.defaultShipping')}</Badge>}
        {address.default_billing && <Badge>{t('address.defaultBilling')}</Badge>}
      </p>
      <AddressLines address={address} />
      <div className="mt-auto flex flex-wrap gap-2">
        <Button variant="plain" onClick={onEdit} aria-label={t('address.editNamed', { where })}>
          {t('account.edit')}
        </Button>
        {confirming ? (
          <Button variant="strong" onClick={remove}>
            {t('address.removeSure')}
          </Button>
        ) : (
          <Button
            variant="quiet"
            onClick={() => setConfirming(true)}
            aria-label={t('address.removeNamed', { where })}
          >
            {t('account.remove')}
          </Button>
        )}
      </div>
    </li>
  );
}

function Badge({ children }: { children: React.ReactNode }) {
  return <span className="rounded-petal-small bg-accent-subtle px-2 py-0.5 font-semibold">{children}</span>;
}
