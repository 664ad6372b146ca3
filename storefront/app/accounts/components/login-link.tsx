import { Link } from 'react-router';
import { loginPathFor } from '../state/account-paths.ts';
import '../../platform/i18n/parts/account-messages.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { openLogin } from './account-shell-loader.ts';

/** Logs in without leaving the page. When the dialog cannot be loaded, the login page leads back. */
export function LoginLink({ next }: { next: string }) {
  const { t } = useText();
  return (
    <Link
      to={loginPathFor(next)}
      onClick={openLogin}
      className="inline-flex min-h-11 items-center font-semibold text-accent underline underline-offset-4"
    >
      {t('account.logIn')}
    </Link>
  );
}
