import { ownPath } from '@fynbos/core/accounts/own-path.ts';
import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { accountPath } from '../paths.ts';
import { openAccounts } from './door.ts';
import { useSession } from './session/state.ts';

/** Where a login leads: back to where it was needed, if that is a path of our own (decision 10). */
export function wayOn(next: string | null | undefined): string {
  return next ? ownPath(next) : accountPath;
}

/** Goes on once somebody is logged in, also when that happened in another tab. */
export function useWayOn(): string {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const { state } = useSession();
  const to = wayOn(query.get('next'));
  useEffect(() => {
    openAccounts().catch(() => {});
  }, []);
  useEffect(() => {
    if (state === 'loggedIn') navigate(to, { replace: true });
  }, [state, to, navigate]);
  return to;
}
