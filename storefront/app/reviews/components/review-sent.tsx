import { useEffect, useRef } from 'react';
import { useText } from '../../platform/i18n/text-context.tsx';
import '../../platform/i18n/parts/reviews-messages.ts';
import { InlineNotice } from '../../ui/notices/inline-notice.tsx';

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
