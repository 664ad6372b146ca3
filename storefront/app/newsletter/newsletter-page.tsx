import { subscribe } from '@fynbos/core/newsletter/contract.ts';
import { oneClick } from '@fynbos/core/newsletter/one-click.ts';
import '../platform/i18n/parts/account-messages.ts';
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, useActionData } from 'react-router';
import { checkEmail } from '../accounts/state/account-form-validation.ts';
import { callApi } from '../api-client.ts';
import { ContentText } from '../content/components/content-html.tsx';
import { findBlock } from '../content/state/find-content.ts';
import { localeOf } from '../platform/i18n/locale.ts';
import { useText } from '../platform/i18n/text-context.tsx';
import { privateHeaders } from '../platform/pages/private-headers.ts';
import { AuthFrame } from '../ui/forms/form-frame.tsx';
import type { Values } from '../ui/forms/form-values.ts';
import { handlePostedForm, postedValues } from '../ui/forms/posted-form.ts';
import { newsletterTextVersion } from './consent-text-version.ts';
import { NewsletterForm } from './newsletter-form.tsx';
import { NewsletterLink } from './newsletter-link.tsx';
import { followLink } from './newsletter-link-request.ts';

/** The mailed link in the address is a secret: a `Referer` has the origin alone. */
export const headers = () => ({ ...privateHeaders(), 'referrer-policy': 'strict-origin' });

const linkIn = ({ url }: Request) => (new URL(url).searchParams.get('link') ?? '').slice(0, 1024);

/** Reads the mailed link of the address, if there is one, and loads the shop's offer. */
export async function loader({ request }: LoaderFunctionArgs) {
  const link = linkIn(request);
  return { link, offer: link ? undefined : await findBlock('newsletter-offer', request) };
}

/** The link leaves the address bar after it was read; loading again without it would be wrong. */
export const shouldRevalidate = () => false;

/** The link that a posted form follows, and what it may do; undefined for the form of the footer. */
function linkOf(values: Values, request: Request): { link: string; purpose?: 'end' } | undefined {
  if (values[oneClick.field] === oneClick.value) return { link: linkIn(request), purpose: 'end' };
  return values.link === undefined ? undefined : { link: values.link };
}

/**
 * Handles the form of the footer, the button that follows a link when there are no scripts, and the request of
 * a mailbox provider whose reader leaves (RFC 8058).
 */
export async function action({ request }: ActionFunctionArgs) {
  const values = await postedValues(request);
  const followed = linkOf(values, request);
  if (followed) {
    const { link, ...only } = followed;
    const send = async () =>
      data({ refused: undefined, followed: await followLink(link, { request, ...only }) });
    return handlePostedForm(values, () => ({}), send);
  }
  return handlePostedForm(values, checkEmail, async () => {
    const body = {
      email: (values.email ?? '').trim(),
      locale: localeOf(request),
      text_version: newsletterTextVersion,
    };
    await callApi(subscribe, { body, request });
    return data({ refused: undefined, followed: undefined, email: body.email });
  });
}

/** The newsletter on its own page. */
export default function NewsletterPage({
  loaderData: { link, offer },
}: {
  loaderData: Awaited<ReturnType<typeof loader>>;
}) {
  const { t } = useText();
  const posted = useActionData<typeof action>();
  const followed = posted && 'followed' in posted ? posted.followed : undefined;
  if (link || followed) return <NewsletterLink link={link} refused={posted?.refused} done={followed} />;
  return (
    <AuthFrame title={t('newsletter.title')}>
      {offer ? <ContentText html={offer.content} /> : <p className="text-lg">{t('newsletter.offer')}</p>}
      <NewsletterForm
        key={posted ? 'posted' : 'new'}
        refused={posted?.refused}
        sent={posted && 'email' in posted ? posted.email : undefined}
      />
    </AuthFrame>
  );
}
