import { useState } from 'react';
import { AccountForm } from '../accounts/account-form.tsx';
import type { Refusal } from '../accounts/form-refusal.ts';
import { useText } from '../i18n/text-context.tsx';
import '../i18n/needs/account-messages.ts';
import '../i18n/needs/content-messages.ts';
import { contactPath } from '../paths.ts';
import { AreaField, CheckField, Field } from '../ui/form-fields.tsx';
import { ContactMessageSent } from './letter-sent.tsx';
import { validateContactMessage, maxMessageLength, maxSubjectLength } from './letter-values.ts';
import { sendContactMessage } from './send-letter.ts';

/** The contact form (CMS-2). */
export function ContactForm({ refused }: { refused: Refusal | undefined }) {
  const { t, locale } = useText();
  const [sent, setSent] = useState<{ confirmed: boolean }>();
  if (sent) return <ContactMessageSent confirmed={sent.confirmed} onNewMessage={() => setSent(undefined)} />;
  const labels = {
    sourceAddress: t('account.email'),
    subject: t('contact.subject'),
    emailText: t('contact.text'),
  };
  return (
    <AccountForm
      action={contactPath}
      check={validateContactMessage}
      send={async (values) => {
        await sendContactMessage(values, locale);
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
      <Field label={labels.subject} name="subject" required maxLength={maxSubjectLength} />
      <AreaField
        label={labels.emailText}
        name="emailText"
        hint={t('contact.textHint')}
        required
        rows={7}
        maxLength={maxMessageLength}
      />
      <CheckField label={t('contact.confirm')} name="confirmation" />
    </AccountForm>
  );
}
