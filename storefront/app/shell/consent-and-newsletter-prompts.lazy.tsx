import { type ComponentType, useEffect, useState } from 'react';
import { useLocation, useMatches } from 'react-router';
import { registerPath, resetPasswordPath } from '../accounts/state/account-paths.ts';
import { wasPopupShown } from '../newsletter/popup-memory.ts';
import {
  accountPath,
  cartPath,
  checkoutPath,
  loginPath,
  newsletterPath,
  orderStatusPath,
  orderTrackingPath,
  privacyChoicesPath,
} from '../paths.ts';
import { readData } from '../platform/pages/document-data.ts';
import { ConsentBand } from '../privacy/consent-banner.tsx';
import { kindOf } from '../seo/page-kinds.ts';

/** How long a second page is viewed before the offer is shown, in milliseconds. */
const interest = 15_000;

const firstSegment = (path: string): string => path.toLowerCase().split('/')[1] ?? '';

/** Where a shopper must not be interrupted; the links in mails to an account are below `/account`. */
const busySegments = new Set([
  'account',
  ...[cartPath, checkoutPath, orderStatusPath, orderTrackingPath].map(firstSegment),
  ...[accountPath, loginPath, registerPath, resetPasswordPath, newsletterPath].map(firstSegment),
]);

/** The prompts from the second page on: the consent choice, and the 10 % newsletter offer. */
export function ConsentAndNewsletterPrompts() {
  const { pathname } = useLocation();
  const [Offer, setOffer] = useState<ComponentType<{ onClose: () => void }>>();
  // The offer and the bar of a product page would cover a third of a phone.
  const isProduct = useMatches().some(({ loaderData }) => kindOf(readData(loaderData)).kind === 'product');
  const busy = isProduct || busySegments.has(firstSegment(pathname));
  useEffect(() => {
    if (busy) setOffer(undefined);
    if (busy || wasPopupShown()) return;
    // Without a network there is no offer.
    return afterQuietTime(
      () =>
        void loadOffer().then(
          (loaded) => isInDialog() || setOffer(loaded),
          () => {},
        ),
    );
  }, [busy]);
  return (
    <>
      {pathname !== privacyChoicesPath && <ConsentBand />}
      {Offer && !busy && <Offer onClose={() => setOffer(undefined)} />}
    </>
  );
}

const isInDialog = (): boolean => document.querySelector('dialog:modal') !== null;

/**
 * Calls once the shopper has read for a while without opening a dialog: one that just closed is no reason for the next.
 * @returns cancels the call
 */
function afterQuietTime(call: () => void): () => void {
  let timer = setTimeout(due, interest);
  function stop(): void {
    clearTimeout(timer);
    document.removeEventListener('close', wait, { capture: true });
  }
  function wait(): void {
    clearTimeout(timer);
    timer = setTimeout(due, interest);
  }
  function due(): void {
    if (isInDialog()) wait();
    else {
      stop();
      call();
    }
  }
  // `close` does not bubble.
  document.addEventListener('close', wait, { capture: true });
  return stop;
}

/** Most shoppers never see the offer: it is loaded when it is due. */
async function loadOffer() {
  const { NewsletterPopup } = await import('../newsletter/newsletter-popup.lazy.tsx');
  return () => NewsletterPopup;
}
