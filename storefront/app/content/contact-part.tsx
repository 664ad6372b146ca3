import { useActionData } from 'react-router';
import type { Refusal } from '../accounts/form-refusal.ts';
import { useText } from '../i18n/text-context.tsx';
import '../i18n/needs/content-messages.ts';
import { ContactForm } from './contact-form.tsx';
import { LetterSent } from './letter-sent.tsx';

/** What became of a letter that was posted to the page: taken, or refused. */
export interface PostedLetter {
  refused?: Refusal | undefined;
  confirmed?: boolean;
}

/** The form beside the text that says how the shop can be reached (CMS-2). */
export function ContactPart() {
  const { t } = useText();
  const posted = useActionData<PostedLetter>();
  return (
    <section aria-labelledby="letter" className="grid gap-4 rounded-petal bg-sunken p-5 md:p-6">
      <h2 id="letter" className="font-bold text-xl">
        {t('contact.form')}
      </h2>
      {posted?.confirmed !== undefined ? (
        <LetterSent confirmed={posted.confirmed} />
      ) : (
        <ContactForm key={posted ? 'posted' : 'new'} refused={posted?.refused} />
      )}
    </section>
  );
}
