import { type ComponentType, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { registerPath, resetPasswordPath } from '../accounts/state/account-paths.ts';
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
  const [Offer, setOffer] = useState<ComponentType<{ onClose: () => void }>>();
  const busy = busyPaths.some((path) => pathname.toLowerCase().startsWith(path));
  useEffect(() => {
    if (busy || wasPopupShown()) return;
    const timer = setTimeout(() => {
      // Without a network there is no offer.
      if (!document.querySelector('dialog:modal')) void loadOffer().then(setOffer, () => {});
    }, interest);
    return () => clearTimeout(timer);
  }, [busy]);
  return (
    <>
      {pathname !== privacyChoicesPath && <ConsentBand />}
      {Offer && !busy && <Offer onClose={() => setOffer(undefined)} />}
    </>
  );
}

/** Most shoppers never see the offer: it is loaded when it is due. */
async function loadOffer() {
  const { NewsletterPopup } = await import('../newsletter/newsletter-popup.lazy.tsx');
  return () => NewsletterPopup;
}
