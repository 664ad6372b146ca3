import '../i18n/needs/account-messages.ts';
import { useState } from 'react';
import { AuthFrame } from '../accounts/auth-frame.tsx';
import { privateHeaders } from '../accounts/private-headers.ts';
import { useText } from '../i18n/text-context.tsx';
import { useHydrated } from '../ui/hydrated.ts';
import { ConsentForm } from './consent-form.tsx';

export const headers = privateHeaders;

/** Where a choice is made or changed; the foot of every page leads here. */
export default function PrivacyChoicesPage() {
  const { t } = useText();
  const alive = useHydrated();
  const [saved, setSaved] = useState(0);
  return (
    <AuthFrame title={t('consent.title')}>
      <p>{t('consent.text')}</p>
      <noscript>
        <p>{t('consent.needsScripts')}</p>
      </noscript>
      {alive && <ConsentForm key={saved} onDone={() => setSaved((count) => count + 1)} />}
      <p role="status" className="font-semibold text-leaf">
        {saved > 0 && t('consent.saved')}
      </p>
    </AuthFrame>
  );
}
