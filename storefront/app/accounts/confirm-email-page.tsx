import { confirmEmail } from '@fynbos/core/accounts/contract.ts';
import '../platform/i18n/parts/account-messages.ts';
import '../platform/i18n/parts/profile-messages.ts';
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, useActionData } from 'react-router';
import { callApi } from '../api-client.ts';
import { useText } from '../platform/i18n/text-context.tsx';
import { privateHeaders } from '../platform/pages/private-headers.ts';
import { AuthFrame } from '../ui/forms/form-frame.tsx';
import { handlePostedForm, postedValues } from '../ui/forms/posted-form.ts';
import { EmailLink } from './components/email-link.tsx';

/** The mailed link in the address is a secret: a `Referer` has the origin alone. */
export const headers = () => ({ ...privateHeaders(), 'referrer-policy': 'strict-origin' });

export function loader({ request }: LoaderFunctionArgs) {
  return { link: (new URL(request.url).searchParams.get('link') ?? '').slice(0, 1024) };
}

/** The link leaves the address bar after it was read; loading again without it would be wrong. */
export const shouldRevalidate = () => false;

/** Follows the link without scripts. There is no session then, and the page has said what is removed. */
export async function action({ request }: ActionFunctionArgs) {
  const values = await postedValues(request);
  return handlePostedForm(
    values,
    () => ({}),
    async () => {
      const body = { link: values.link ?? '', clear: true };
      const { result } = await callApi(confirmEmail, { body, request });
      return data({ refused: undefined, done: result });
    },
  );
}

/** The page of the mailed link that confirms the address of an account. */
export default function ConfirmEmailPage({
  loaderData: { link },
}: {
  loaderData: ReturnType<typeof loader>;
}) {
  const { t } = useText();
  const posted = useActionData<typeof action>();
  const done = posted && 'done' in posted ? posted.done : undefined;
  return (
    <AuthFrame title={t('confirmEmail.title')}>
      <EmailLink link={link} refused={posted?.refused} done={done} />
    </AuthFrame>
  );
}
