import { localeOf } from '../../platform/i18n/locale.ts';
import { handlePostedForm, postedValues } from '../../ui/forms/posted-form.ts';
import { validateContactMessage } from '../state/contact-message.ts';
import { sendContactMessage } from '../state/send-contact-message.ts';
import type { PostedContactMessage } from './contact-section.lazy.tsx';

/** Sends the contact message that a browser posts without scripts. */
export async function acceptContactMessage(request: Request) {
  const values = await postedValues(request);
  return handlePostedForm<PostedContactMessage>(values, validateContactMessage, async () => {
    await sendContactMessage(values, localeOf(request), request);
    return { confirmed: values.confirmation !== undefined };
  });
}
