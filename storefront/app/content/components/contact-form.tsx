import { useState } from 'react';
import { useText } from '../../platform/i18n/text-context.tsx';
import { SubmitForm } from '../../ui/forms/form.tsx';
import type { FormRefusal } from '../../ui/forms/form-errors.ts';
import '../../platform/i18n/parts/account-messages.ts';
import '../../platform/i18n/parts/content-messages.ts';
import { contactPath } from '../../paths.ts';
import { AreaField, CheckField, Field } from '../../ui/forms/form-fields.tsx';
import { maxMessageLength, maxSubjectLength, validateContactMessage } from '../state/contact-message.ts';
import { sendContactMessage } from '../state/send-contact-message.ts';
import { ContactMessageSent } from './contact-message-sent.tsx';

/** The contact form (CMS-2). */
export function ContactForm({ refused }: { refused: FormRefusal | undefined }) {
  const { t, locale } = useText();
  const [sent, setSent] = useState<{ confirmed: boolean }>();
  if (sent) return <ContactMessageSent confirmed={sent.confirmed} onNewMessage={() => setSent(undefined)} />;
  const labels = {
    sourceAddress: t('account.email'),
    subject: t('contact.subject'),
    emailText: t('contact.text'),
  };
  return (
    <SubmitForm
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
    </SubmitForm>
  );
}
