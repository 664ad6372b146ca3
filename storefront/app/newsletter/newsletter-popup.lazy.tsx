import '../platform/i18n/parts/account-messages.ts';
import '../platform/i18n/parts/newsletter-messages.ts';
import { useEffect, useRef } from 'react';
import { useText } from '../platform/i18n/text-context.tsx';
import { IconButton } from '../ui/button.tsx';
import { reserveFoot } from '../ui/notices/reserve-foot.ts';
import { NewsletterForm } from './newsletter-form.tsx';
import { rememberPopup } from './popup-memory.ts';

/**
 * The offer of 10 % off (spec D71), shown once: a strip at the foot of a phone, a card in the corner of a wide
 * screen. It does not take the focus, and the page can be scrolled past it.
 */
export function NewsletterPopup({ onClose }: { onClose: () => void }) {
  const { t } = useText();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(rememberPopup, []);
  // The page is longer by the height of the offer, which then covers nothing that cannot be scrolled.
  useEffect(() => (dialog.current ? reserveFoot(dialog.current, '--offer') : undefined), []);
  return (
    <dialog
      ref={dialog}
      open
      aria-labelledby="newsletter-offer"
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
      className="group at-foot fixed inset-x-0 bottom-0 z-20 mx-auto grid max-h-[70dvh] w-full max-w-md gap-1 overflow-y-auto rounded-t-petal border border-divider bg-surface px-4 py-2 text-default shadow-lift md:right-6 md:bottom-6 md:left-auto md:mx-0 md:gap-3 md:rounded-petal md:p-5"
    >
      <div className="flex items-center justify-between gap-2">
        <h2 id="newsletter-offer" className="font-bold md:text-xl">
          {t('newsletter.offerLine')}
        </h2>
        <IconButton icon="close" label={t('account.close')} onClick={onClose} className="-mr-2" />
      </div>
      <p className="max-md:group-not-has-[input:focus]:hidden">{t('newsletter.offer')}</p>
      <NewsletterForm isSlim />
    </dialog>
  );
}
