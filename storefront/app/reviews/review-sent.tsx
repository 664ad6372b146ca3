import { useEffect, useRef } from 'react';
import { useText } from '../i18n/text-context.tsx';
import '../i18n/needs/reviews-messages.ts';
import { InlineNotice } from '../ui/notice-box.tsx';

/** Confirms a sent review; it is visible only after approval (spec accounts 8). */
export function ReviewSent() {
  const { t } = useText();
  const container = useRef<HTMLDivElement>(null);
  // The form that had the focus was removed.
  useEffect(() => container.current?.focus(), []);
  return (
    <div ref={container} tabIndex={-1} role="status">
      <InlineNotice icon="check" title={t('review.sent')}>
        <p>{t('review.sentLead')}</p>
      </InlineNotice>
    </div>
  );
}
