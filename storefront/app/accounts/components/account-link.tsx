import { Link } from 'react-router';
import { accountPath, loginPath } from '../../paths.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { Icon } from '../../ui/icons.tsx';
import { openLogin, useKnown } from './account-shell-loader.ts';

/** Link to the customer's pages or to the login. With scripts it opens a dialog. */
export function AccountLink() {
  const { t } = useText();
  const known = useKnown();
  const label = t(known ? 'account.mine' : 'account.open');
  return (
    <Link
      to={known ? accountPath : loginPath}
      title={label}
      aria-label={label}
      onClick={known ? undefined : openLogin}
      className="flex size-11 items-center justify-center"
    >
      <Icon name="person" />
    </Link>
  );
}
