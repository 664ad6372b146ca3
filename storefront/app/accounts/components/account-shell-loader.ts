import { type ComponentType, useEffect, useSyncExternalStore } from 'react';
import { inView, loginPath } from '../../paths.ts';
import { profileKey } from '../../platform/session/profile-key.ts';
import { notifyAccountChange, onAccountChange } from '../state/account-shell-events.ts';

/**
 * The lazy entry point of accounts, small enough for every page. Guests load nothing more. The rest is
 * loaded when a profile is stored, when a visitor wants to log in, or after a login in another tab.
 */
let Shell: ComponentType | undefined;

/** Loads and mounts the account parts of every page, with a dialog on request. */
export async function openAccounts(dialog?: 'login'): Promise<void> {
  const [{ AccountShell }, { openDialog }] = await Promise.all([
    import('./account-shell.lazy.tsx'),
    import('../state/auth-dialog-state.ts'),
  ]);
  Shell = AccountShell;
  if (dialog) openDialog(dialog);
  notifyAccountChange();
}

/** Opens the login over the page; when its code cannot be loaded, opens the login page. */
export function openLogin(event: React.MouseEvent): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  openAccounts('login').catch(() => location.assign(inView(loginPath)));
}

/** The account shell, which every page shows once it is needed. */
export function useAccountShell(): ComponentType | undefined {
  useEffect(() => {
    const refresh = () => {
      notifyAccountChange();
      if (storedProfile() !== null) openAccounts().catch(() => {});
    };
    refresh();
    // Another tab logged in or out.
    addEventListener('storage', refresh);
    return () => removeEventListener('storage', refresh);
  }, []);
  return useSyncExternalStore(
    onAccountChange,
    () => Shell,
    () => undefined,
  );
}

/** Whether this browser has a stored profile of its customer. */
export function useKnown(): boolean {
  return useSyncExternalStore(
    onAccountChange,
    () => !!storedProfile(),
    () => false,
  );
}

function storedProfile(): string | null {
  try {
    return localStorage.getItem(profileKey);
  } catch {
    return null;
  }
}
