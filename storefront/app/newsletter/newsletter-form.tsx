import { subscribe } from '@fynbos/core/newsletter/contract.ts';
import { useEffect, useRef, useState } from 'react';
import { checkEmail } from '../accounts/state/account-form-validation.ts';
import { ApiProblem } from '../platform/api/api-problem.ts';
import { useText } from '../platform/i18n/text-context.tsx';
import '../platform/i18n/parts/newsletter-messages.ts';
import { addressKey } from '../platform/session/personal-data.ts';
import { readText, writeText } from '../platform/storage/browser-storage.ts';
import { SubmitForm } from '../ui/forms/form.tsx';
import type { FormRefusal } from '../ui/forms/form-errors.ts';
import '../platform/i18n/parts/waiting-messages.ts';
import { queueTask } from '../network-tasks/task-queue.ts';
import { newsletterPath } from '../paths.ts';
import { EmailField } from '../ui/forms/email-field.tsx';
import { InlineNotice } from '../ui/notices/inline-notice.tsx';
import { useNotices } from '../ui/notices/notices-provider.tsx';
import { newsletterTextVersion } from './consent-text-version.ts';
import { rememberPopup } from './popup-memory.ts';

/**
 * Requests the newsletter subscription; it begins when the subscriber follows the link in the confirmation
 * mail (spec D40).
 */
export function NewsletterForm({
  refused,
  sent,
  isSlim = false,
}: {
  refused?: FormRefusal | undefined;
  /** The address that was posted without scripts. */
  sent?: string | undefined;
  /** One row; the conditions are above it, on phones while the field has the focus. */
  isSlim?: boolean;
}) {
  const { t, locale } = useText();
  const { notify } = useNotices();
  const [submitted, setSubmitted] = useState<boolean | 'later'>(sent !== undefined);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (sent) writeText(addressKey, sent);
    else if (field.current && field.current.value === '') field.current.value = readText(addressKey) ?? '';
  }, [sent]);
  if (submitted) return <Submitted isLater={submitted === 'later'} />;
  const conditions = (
    <p className={`text-muted text-sm ${isSlim ? 'w-full max-md:group-not-has-[input:focus]:hidden' : ''}`}>
      {t('newsletter.consent')}
    </p>
  );
  return (
    <SubmitForm
      action={newsletterPath}
      isRow={isSlim}
      refused={refused}
      labels={{ email: t('account.email') }}
      check={checkEmail}
      submit={t('newsletter.subscribe')}
      offlineToo
      send={async ({ email = '' }) => {
        const body = { email: email.trim(), locale, text_version: newsletterTextVersion };
        const outcome = await queueTask(
          { endpoint: subscribe, body, callback_event: 'newsletter-after-change' },
          ({ payload }) => payload.body === JSON.stringify(body),
        );
        if (outcome.state === 'refused') throw new ApiProblem(outcome.problem.code, outcome.problem);
        if (outcome.state === 'waits' && !outcome.durable)
          return notify({ kind: 'warning', message: t('waiting.unkept'), hasNoTimeout: true });
        writeText(addressKey, body.email);
        rememberPopup();
        setSubmitted(outcome.state === 'done' || 'later');
      }}
    >
      {isSlim && conditions}
      <EmailField
        ref={field}
        label={t('account.email')}
        isLabelHidden={isSlim}
        placeholder={isSlim ? t('account.email') : undefined}
        className={isSlim ? 'min-w-0 flex-1' : ''}
        name="email"
        autoComplete="email"
        required
      />
      {!isSlim && conditions}
    </SubmitForm>
  );
}

function Submitted({ isLater }: { isLater: boolean }) {
  const { t } = useText();
  return (
    <div role="status">
      <InlineNotice
        icon={isLater ? 'cloudOff' : 'check'}
        title={t(isLater ? 'waiting.badge' : 'newsletter.sent')}
      >
        <p>{t(isLater ? 'waiting.saved' : 'newsletter.sentText')}</p>
      </InlineNotice>
    </div>
  );
}
