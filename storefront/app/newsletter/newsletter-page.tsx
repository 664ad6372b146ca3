import { subscribe } from '@fynbos/core/accounts/contract.ts';
import '../i18n/needs/account-messages.ts';
import { type ActionFunctionArgs, data, useActionData } from 'react-router';
import { AuthFrame } from '../accounts/auth-frame.tsx';
import { checkEmail } from '../accounts/form-checks.ts';
import { postedValues, takePosted } from '../accounts/posted-form.ts';
import { privateHeaders } from '../accounts/private-headers.ts';
import { call } from '../api.ts';
import { localeOf } from '../i18n/locale.ts';
import { useText } from '../i18n/text-context.tsx';
import { NewsletterForm } from './newsletter-form.tsx';
import { newsletterTextVersion } from './text-version.ts';

export const headers = privateHeaders;

/** Takes the form of the footer, with or without scripts. */
export async function action({ request }: ActionFunctionArgs) {
  const values = await postedValues(request);
  return takePosted(values, checkEmail, async () => {
    const body = {
      email: (values.email ?? '').trim(),
      locale: localeOf(request),
      text_version: newsletterTextVersion,
    };
    await call(subscribe, { body, request });
    return data({ refused: undefined });
  });
}

/** The newsletter on a page of its own. */
export default function NewsletterPage() {
  const { t } = useText();
  const posted = useActionData<typeof action>();
  return (
    <AuthFrame title={t('newsletter.title')}>
      <p className="text-lg">{t('newsletter.offer')}</p>
      <NewsletterForm
        key={posted ? 'posted' : 'new'}
        refused={posted?.refused}
        sent={posted !== undefined && !posted.refused}
      />
    </AuthFrame>
  );
}
