import '../platform/i18n/parts/consent-messages.ts';
import { lazy, Suspense, useState } from 'react';
import { useText } from '../platform/i18n/text-context.tsx';
import { privateHeaders } from '../platform/pages/private-headers.ts';
import { useProfile } from '../platform/session/session-state.ts';
import { AuthFrame } from '../ui/forms/form-frame.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import { ConsentForm } from './consent-form.tsx';

// Push notifications cannot be enabled while offline either.
const DeviceNotices = lazy(() =>
  import('../notifications/device-notifications.lazy.tsx').catch(() => ({ default: () => null })),
);

export const headers = privateHeaders;

/** The page for making or changing the consent choice; every footer links to it. */
export default function PrivacyChoicesPage() {
  const { t } = useText();
  const alive = useHydrated();
  const profile = useProfile();
  const [saved, setSaved] = useState(0);
  return (
    <AuthFrame title={t('consent.title')}>
      <p>{t('consent.text')}</p>
      <noscript>
        <p>{t('consent.needsScripts')}</p>
      </noscript>
      {alive && <ConsentForm key={saved} onDone={() => setSaved((count) => count + 1)} />}
      <p role="status" className="font-semibold text-accent">
        {saved > 0 && t('consent.saved')}
      </p>
      {alive && (
        <Suspense>
          <DeviceNotices canBegin={profile !== undefined} />
        </Suspense>
      )}
    </AuthFrame>
  );
}
