import '../platform/i18n/parts/account-messages.ts';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { registerPath, resetPasswordPath } from '../accounts/state/account-paths.ts';
import { NewsletterPopup } from '../newsletter/newsletter-popup.tsx';
import { wasPopupShown } from '../newsletter/popup-memory.ts';
import { accountPath, loginPath, newsletterPath, privacyChoicesPath } from '../paths.ts';
import { ConsentBand } from '../privacy/consent-banner.tsx';

/** How long a second page is viewed before the offer is shown, in milliseconds. */
const interest = 15_000;

/** Pages on which a shopper must not be interrupted. */
const busyPaths = ['/checkout', accountPath, loginPath, registerPath, resetPasswordPath, newsletterPath];

/** The prompts from the second page on: the consent choice, and the 10 % newsletter offer. */
export function ConsentAndNewsletterPrompts() {
  const { pathname } = useLocation();
  const [offered, setOffered] = useState(false);
  const busy = busyPaths.some((path) => pathname.toLowerCase().startsWith(path));
  useEffect(() => {
    if (busy || wasPopupShown()) return;
    const timer = setTimeout(() => setOffered(!document.querySelector('dialog:modal')), interest);
    return () => clearTimeout(timer);
  }, [busy]);
  return (
    <>
      {pathname !== privacyChoicesPath && <ConsentBand />}
      {offered && !busy && <NewsletterPopup onClose={() => setOffered(false)} />}
    </>
  );
}
