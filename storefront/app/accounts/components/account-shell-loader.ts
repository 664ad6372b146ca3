import { type ComponentType, useEffect } from 'react';
import { inView, loginPath } from '../../paths.ts';
import { opensElsewhere } from '../../platform/browser/opens-elsewhere.ts';
import { profileKey } from '../../platform/session/profile-key.ts';
import { createStore, useStore } from '../../platform/state/store.ts';
import { onStoredElsewhere, readText } from '../../platform/storage/browser-storage.ts';
import { accountChanges } from '../state/account-shell-events.ts';

/**
 * The lazy entry point of accounts, small enough for every page. Guests load nothing more. The rest is
 * loaded when a profile is stored, when a visitor wants to log in, or after a login in another tab.
 */
const shell = createStore<ComponentType | undefined>(undefined);

/** Loads and mounts the account parts of every page, with a dialog on request. */
export async function openAccounts(dialog?: 'login'): Promise<void> {
  const [{ AccountShell }, { openDialog }] = await Promise.all([
    import('./account-shell.lazy.tsx'),
    import('../state/auth-dialog-state.ts'),
  ]);
  shell.set(AccountShell);
  if (dialog) openDialog(dialog);
  accountChanges.emit();
}

/** Opens the login over the page; when its code cannot be loaded, opens the login page. */
export function openLogin(event: React.MouseEvent): void {
  if (opensElsewhere(event)) return;
  event.preventDefault();
  openAccounts('login').catch(() => location.assign(inView(loginPath)));
}

/** The account shell, which every page shows once it is needed. */
export function useAccountShell(): ComponentType | undefined {
  useEffect(() => {
    const refresh = () => {
      accountChanges.emit();
      if (readText(profileKey) !== null) openAccounts().catch(() => {});
    };
    refresh();
    // Another tab logged in or out.
    return onStoredElsewhere(refresh);
  }, []);
  return useStore(shell, undefined);
}

const known = { get: () => !!readText(profileKey), subscribe: accountChanges.subscribe };

/** Whether this browser has a stored profile of its customer. */
export const useKnown = (): boolean => useStore(known, false);
