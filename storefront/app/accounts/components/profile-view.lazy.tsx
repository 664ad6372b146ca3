import '../../platform/i18n/parts/account-messages.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { useChangedProfile } from '../state/changed-profile.ts';
import { AccountPageFrame, Section } from './account-page-frame.tsx';
import { ChangePasswordForm } from './change-password-form.tsx';
import { DownloadData } from './download-data.tsx';
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
