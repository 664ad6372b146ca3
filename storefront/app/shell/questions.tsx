import '../i18n/needs/account-messages.ts';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { registerPath, resetPasswordPath } from '../account-paths.ts';
import { ConsentBand } from '../consent/consent-band.tsx';
import { NewsletterPopup } from '../newsletter/newsletter-popup.tsx';
import { wasAsked } from '../newsletter/popup-memory.ts';
import { accountPath, loginPath, newsletterPath, privacyChoicesPath } from '../paths.ts';

/** How long a second page is looked at before the offer comes, in milliseconds. */
const interest = 15_000;

/** Pages where somebody is busy with something of their own. */
const busyPaths = ['/checkout', accountPath, loginPath, registerPath, resetPasswordPath, newsletterPath];

/** What a shopper is asked who stayed: what may be kept about them, and whether they want 10 % off. */
export function Questions() {
  const { pathname } = useLocation();
  const [offered, setOffered] = useState(false);
  const busy = busyPaths.some((path) => pathname.toLowerCase().startsWith(path));
  useEffect(() => {
    if (busy || wasAsked()) return;
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
