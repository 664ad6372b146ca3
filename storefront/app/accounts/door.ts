import { type ComponentType, useEffect, useSyncExternalStore } from 'react';
import { inView, loginPath } from '../paths.ts';
import { atBell, ringDoor } from './door-bell.ts';
import { profileKey } from './session/profile-key.ts';

/**
 * The way to everything of accounts, small enough for every page. Guests pay no more than this: the rest is
 * fetched when a profile is kept, when somebody wants to log in, or when another tab has.
 */
let Shell: ComponentType | undefined;

/** Fetches and mounts what accounts have on every page, with a dialog if one is wanted. */
export async function openAccounts(dialog?: 'login'): Promise<void> {
  const [{ AccountShell }, { openDialog }] = await Promise.all([
    import('./account-shell.tsx'),
    import('./auth-dialog.ts'),
  ]);
  Shell = AccountShell;
  if (dialog) openDialog(dialog);
  ringDoor();
}

/** The login over the page; where its code cannot be had, the login's own page. */
export function openLogin(event: React.MouseEvent): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  openAccounts('login').catch(() => location.assign(inView(loginPath)));
}

/** What stands on every page once it is needed. */
export function useAccountShell(): ComponentType | undefined {
  useEffect(() => {
    const look = () => {
      ringDoor();
      if (kept() !== null) openAccounts().catch(() => {});
    };
    look();
    // Another tab logged in, or out.
    addEventListener('storage', look);
    return () => removeEventListener('storage', look);
  }, []);
  return useSyncExternalStore(
    atBell,
    () => Shell,
    () => undefined,
  );
}

/** Whether this browser knows its customer. */
export function useKnown(): boolean {
  return useSyncExternalStore(
    atBell,
    () => !!kept(),
    () => false,
  );
}

function kept(): string | null {
  try {
    return localStorage.getItem(profileKey);
  } catch {
    return null;
  }
}
