import { postedValues, handlePostedForm } from '../accounts/posted-form.ts';
import { localeOf } from '../i18n/locale.ts';
import type { PostedContactMessage } from './contact-part.tsx';
import { validateContactMessage } from './letter-values.ts';
import { sendContactMessage } from './send-letter.ts';

/** Sends the contact message that a browser posts without scripts. */
export async function acceptContactMessage(request: Request) {
  const values = await postedValues(request);
  return handlePostedForm<PostedContactMessage>(values, validateContactMessage, async () => {
    await sendContactMessage(values, localeOf(request), request);
    return { confirmed: values.confirmation !== undefined };
  });
}
