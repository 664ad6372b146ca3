import { postedValues, takePosted } from '../accounts/posted-form.ts';
import { localeOf } from '../i18n/locale.ts';
import type { PostedLetter } from './contact-part.tsx';
import { checkLetter } from './letter-values.ts';
import { sendLetter } from './send-letter.ts';

/** Sends the letter that a browser posts before scripts. */
export async function takeLetter(request: Request) {
  const values = await postedValues(request);
  return takePosted<PostedLetter>(values, checkLetter, async () => {
    await sendLetter(values, localeOf(request), request);
    return { confirmed: values.confirmation !== undefined };
  });
}
