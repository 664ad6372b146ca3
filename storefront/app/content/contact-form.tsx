import { useState } from 'react';
import { AccountForm } from '../accounts/account-form.tsx';
import type { Refusal } from '../accounts/form-refusal.ts';
import { useText } from '../i18n/text-context.tsx';
import '../i18n/needs/account-messages.ts';
import '../i18n/needs/content-messages.ts';
import { contactPath } from '../paths.ts';
import { AreaField, CheckField, Field } from '../ui/form-fields.tsx';
import { LetterSent } from './letter-sent.tsx';
import { checkLetter, longestLetter, longestSubject } from './letter-values.ts';
import { sendLetter } from './send-letter.ts';

/** A letter to the shop (CMS-2). */
export function ContactForm({ refused }: { refused: Refusal | undefined }) {
  const { t, locale } = useText();
  const [sent, setSent] = useState<{ confirmed: boolean }>();
  if (sent) return <LetterSent confirmed={sent.confirmed} again={() => setSent(undefined)} />;
  const labels = {
    sourceAddress: t('account.email'),
    subject: t('contact.subject'),
    emailText: t('contact.text'),
  };
  return (
    <AccountForm
      action={contactPath}
      check={checkLetter}
      send={async (values) => {
        await sendLetter(values, locale);
        setSent({ confirmed: values.confirmation !== undefined });
      }}
      submit={t('contact.send')}
      offline="contact.offline"
      refused={refused}
      labels={labels}
      sentences={{ too_many_attempts: 'contact.tooMany' }}
    >
      <Field
        label={labels.sourceAddress}
        name="sourceAddress"
        type="email"
        autoComplete="email"
        inputMode="email"
        hint={t('contact.emailHint')}
        required
      />
      <Field label={labels.subject} name="subject" required maxLength={longestSubject} />
      <AreaField
        label={labels.emailText}
        name="emailText"
        hint={t('contact.textHint')}
        required
        rows={7}
        maxLength={longestLetter}
      />
      <CheckField label={t('contact.confirm')} name="confirmation" />
    </AccountForm>
  );
}
