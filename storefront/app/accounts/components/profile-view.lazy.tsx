import '../../platform/i18n/parts/account-messages.ts';
import '../../platform/i18n/parts/profile-messages.ts';
import { exportData } from '@fynbos/core/accounts/contract.ts';
import { useState } from 'react';
import { useText } from '../../platform/i18n/text-context.tsx';
import { callAsCustomer } from '../../platform/session/call-as-customer.ts';
import { Button } from '../../ui/button.tsx';
import { useNotices } from '../../ui/notices/notices-provider.tsx';
import { refusalNotice } from '../../ui/notices/problem-notice.ts';
import { useChangedProfile } from '../state/changed-profile.ts';
import { AccountPageFrame, Section } from './account-page-frame.tsx';
import { ChangePasswordForm } from './change-password-form.tsx';
import { EraseForm } from './erase-account-form.tsx';
import { NamesForm } from './names-form.tsx';
import { SessionList } from './session-list.tsx';

/** Names, password and active sessions, and the rights under privacy law: a copy of all data, and deletion. */
export default function ProfileView() {
  const { t } = useText();
  const changed = useChangedProfile();
  if (!changed) return null;
  const { profile, waiting } = changed;
  return (
    <AccountPageFrame title={t('profile.title')}>
      <Section title={t('profile.names')}>
        <NamesForm key={profile.id} profile={profile} waiting={waiting.names} />
      </Section>
      <Section title={t('profile.password')}>
        <ChangePasswordForm email={profile.email} />
      </Section>
      <Section title={t('profile.sessions')}>
        <SessionList />
      </Section>
      <Section title={t('profile.data')}>
        <p>{t('profile.dataText')}</p>
        <DownloadData />
      </Section>
      <Section title={t('profile.erase')}>
        <EraseForm />
      </Section>
    </AccountPageFrame>
  );
}

/** Downloads all data that the shop stores about the customer, as a file. */
function DownloadData() {
  const { t } = useText();
  const { notify } = useNotices();
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      const { result } = await callAsCustomer(exportData);
      saveFile('fynbos-my-data.json', JSON.stringify(result, undefined, 2));
    } catch (error) {
      notify(refusalNotice(error, t));
    }
    setBusy(false);
  };
  return (
    <div data-asks>
      <Button variant="plain" onClick={download} aria-disabled={busy || undefined}>
        {busy ? t('shop.loading') : t('profile.download')}
      </Button>
    </div>
  );
}

function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}
