import { ownPath } from '@fynbos/core/accounts/same-site-path.ts';
import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { accountPath } from '../../paths.ts';
import { useSession } from '../../platform/session/session-state.ts';
import { openAccounts } from './account-shell-loader.ts';

/** The page to open after a login: the page that required it, if that is a path of our own (spec D10). */
function loginDestination(next: string | null | undefined): string {
  return next ? ownPath(next) : accountPath;
}

/** Navigates on once the customer is logged in, also after a login in another tab. */
export function useLoginRedirect(): string {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const { state } = useSession();
  const to = loginDestination(query.get('next'));
  useEffect(() => {
    openAccounts().catch(() => {});
  }, []);
  useEffect(() => {
    if (state === 'loggedIn') navigate(to, { replace: true });
  }, [state, to, navigate]);
  return to;
}
