import { subscribe } from '@fynbos/core/newsletter/contract.ts';
import { useState } from 'react';
import { checkEmail } from '../accounts/state/account-form-validation.ts';
import { ApiProblem } from '../platform/api/api-problem.ts';
import { useText } from '../platform/i18n/text-context.tsx';
import { AccountForm } from '../ui/forms/form.tsx';
import type { Refusal } from '../ui/forms/form-errors.ts';
import '../platform/i18n/parts/waiting-messages.ts';
import { queueTask } from '../network-tasks/task-queue.ts';
import { newsletterPath } from '../paths.ts';
import { Field } from '../ui/forms/form-fields.tsx';
import { InlineNotice } from '../ui/notices/inline-notice.tsx';
import { useNotices } from '../ui/notices/notices-provider.tsx';
import { newsletterTextVersion } from './consent-text-version.ts';
import { rememberPrompted } from './popup-memory.ts';

/**
 * Requests the newsletter subscription; it begins when the subscriber follows the link in the confirmation
 * mail (spec D40).
 */
export function NewsletterForm({ refused, sent = false }: { refused?: Refusal; sent?: boolean }) {
  const { t, locale } = useText();
  const { notify } = useNotices();
  const [submitted, setSubmitted] = useState<boolean | 'later'>(sent);
  if (submitted === 'later') {
    return (
      <div role="status">
        <InlineNotice icon="cloudOff" title={t('waiting.badge')}>
          <p>{t('waiting.saved')}</p>
        </InlineNotice>
      </div>
    );
  }
  if (submitted) {
    return (
      <div role="status">
        <InlineNotice icon="check" title={t('newsletter.sent')}>
          <p>{t('newsletter.sentText')}</p>
        </InlineNotice>
      </div>
    );
  }
  return (
    <AccountForm
      action={newsletterPath}
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
        rememberPrompted();
        setSubmitted(outcome.state === 'done' || 'later');
      }}
    >
      <Field
        label={t('account.email')}
        name="email"
        type="email"
        autoComplete="email"
        inputMode="email"
        required
      />
      <p className="text-soft text-sm">{t('newsletter.consent')}</p>
    </AccountForm>
  );
}
