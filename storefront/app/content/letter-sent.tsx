import { useEffect, useRef } from 'react';
import { useText } from '../i18n/text-context.tsx';
import '../i18n/needs/content-messages.ts';
import { contactPath, inView } from '../paths.ts';
import { NoticeBox } from '../ui/notice-box.tsx';

/** The letter is on its way; whoever sent it is told so where they are looking. */
export function LetterSent({ confirmed, again }: { confirmed: boolean; again?: () => void }) {
  const { t } = useText();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} role="status" tabIndex={-1}>
      <NoticeBox icon="check" title={t('contact.sent')}>
        <p>{t(confirmed ? 'contact.sentAndConfirmed' : 'contact.sentText')}</p>
        <a
          href={inView(contactPath)}
          onClick={
            again &&
            ((event) => {
              event.preventDefault();
              again();
            })
          }
          className="inline-flex min-h-11 items-center justify-self-start text-leaf underline underline-offset-4"
        >
          {t('contact.another')}
        </a>
      </NoticeBox>
    </div>
  );
}
