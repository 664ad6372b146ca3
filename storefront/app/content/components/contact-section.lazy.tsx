import { useActionData } from 'react-router';
import { useText } from '../../platform/i18n/text-context.tsx';
import type { FormRefusal } from '../../ui/forms/form-errors.ts';
import '../../platform/i18n/parts/content-messages.ts';
import { ContactForm } from './contact-form.tsx';
import { ContactMessageSent } from './contact-message-sent.tsx';

/** The result of a contact message posted without scripts: accepted or refused. */
export interface PostedContactMessage {
  refused?: FormRefusal | undefined;
  confirmed?: boolean;
}

/** The contact form beside the text with the shop's contact details (CMS-2). */
export function ContactPart() {
  const { t } = useText();
  const posted = useActionData<PostedContactMessage>();
  return (
    <section aria-labelledby="letter" className="grid gap-4 rounded-petal bg-surface-muted p-5 md:p-6">
      <h2 id="letter" className="font-bold text-xl">
        {t('contact.form')}
      </h2>
      {posted?.confirmed !== undefined ? (
        <ContactMessageSent confirmed={posted.confirmed} />
      ) : (
        <ContactForm key={posted ? 'posted' : 'new'} refused={posted?.refused} />
      )}
    </section>
  );
}
