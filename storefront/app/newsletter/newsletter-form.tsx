import { subscribe } from '@fynbos/core/newsletter/contract.ts';
import { useState } from 'react';
import { AccountForm } from '../accounts/account-form.tsx';
import { checkEmail } from '../accounts/form-checks.ts';
import type { Refusal } from '../accounts/form-refusal.ts';
import { call } from '../api.ts';
import { useText } from '../i18n/text-context.tsx';
import { newsletterPath } from '../paths.ts';
import { Field } from '../ui/form-fields.tsx';
import { NoticeBox } from '../ui/notice-box.tsx';
import { rememberAsked } from './popup-memory.ts';
import { newsletterTextVersion } from './text-version.ts';

/** Asks for the newsletter; it begins with the click in the mail that follows (decision 40). */
export function NewsletterForm({ refused, sent = false }: { refused?: Refusal; sent?: boolean }) {
  const { t, locale } = useText();
  const [asked, setAsked] = useState(sent);
  if (asked) {
    return (
      <div role="status">
        <NoticeBox icon="check" title={t('newsletter.sent')}>
          <p>{t('newsletter.sentText')}</p>
        </NoticeBox>
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
      send={async ({ email = '' }) => {
        const body = { email: email.trim(), locale, text_version: newsletterTextVersion };
        await call(subscribe, { body });
        rememberAsked();
        setAsked(true);
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
