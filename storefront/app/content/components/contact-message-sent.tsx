import { useEffect, useRef } from 'react';
import { useText } from '../../platform/i18n/text-context.tsx';
import '../../platform/i18n/parts/content-messages.ts';
import { contactPath, inView } from '../../paths.ts';
import { InlineNotice } from '../../ui/notices/inline-notice.tsx';

/** Confirms that the message was sent and moves the focus to the confirmation. */
export function ContactMessageSent({
  confirmed,
  onNewMessage,
}: {
  confirmed: boolean;
  onNewMessage?: () => void;
}) {
  const { t } = useText();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} role="status" tabIndex={-1}>
      <InlineNotice icon="check" title={t('contact.sent')}>
        <p>{t(confirmed ? 'contact.sentAndConfirmed' : 'contact.sentText')}</p>
        <a
          href={inView(contactPath)}
          onClick={
            onNewMessage &&
            ((event) => {
              event.preventDefault();
              onNewMessage();
            })
          }
          className="inline-flex min-h-11 items-center justify-self-start text-accent underline underline-offset-4"
        >
          {t('contact.another')}
        </a>
      </InlineNotice>
    </div>
  );
}
