import { useEffect, useRef } from 'react';
import { useText } from '../i18n/text-context.tsx';
import '../i18n/needs/reviews-messages.ts';
import { NoticeBox } from '../ui/notice-box.tsx';

/** Said once a review is on its way; nobody sees it before it is approved (accounts 8). */
export function ReviewSent() {
  const { t } = useText();
  const box = useRef<HTMLDivElement>(null);
  // The form that had the focus is gone.
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} role="status">
      <NoticeBox icon="check" title={t('review.sent')}>
        <p>{t('review.sentLead')}</p>
      </NoticeBox>
    </div>
  );
}
