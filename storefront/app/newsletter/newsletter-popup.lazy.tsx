import '../platform/i18n/parts/account-messages.ts';
import '../platform/i18n/parts/newsletter-messages.ts';
import { useEffect, useRef } from 'react';
import { useText } from '../platform/i18n/text-context.tsx';
import { IconButton } from '../ui/button.tsx';
import { NewsletterForm } from './newsletter-form.tsx';
import { rememberPopup } from './popup-memory.ts';

/** The offer of 10 % off (spec accounts 9): beside the page without covering it. Declining it is permanent. */
export function NewsletterPopup({ onClose }: { onClose: () => void }) {
  const { t } = useText();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.show(), []);
  const close = () => {
    rememberPopup();
    onClose();
  };
  return (
    <dialog
      ref={dialog}
      aria-labelledby="newsletter-offer"
      onKeyDown={(event) => event.key === 'Escape' && close()}
      className="at-foot fixed inset-x-0 bottom-0 z-20 mx-auto grid max-h-[70dvh] w-full max-w-md gap-3 overflow-y-auto rounded-t-petal border border-divider bg-surface p-5 text-default shadow-lift md:right-6 md:bottom-6 md:left-auto md:mx-0 md:rounded-petal"
    >
      <div className="flex items-start justify-between gap-3">
        <h2 id="newsletter-offer" className="font-bold text-xl">
          {t('newsletter.offerTitle')}
        </h2>
        <IconButton icon="close" label={t('account.close')} onClick={close} className="-mt-2 -mr-2" />
      </div>
      <p>{t('newsletter.offer')}</p>
      <NewsletterForm />
    </dialog>
  );
}
