import { useSyncExternalStore } from 'react';

/** The views of the account dialog (spec accounts 3: `authElem`, by default the login). */
export type AuthDialog = 'login' | 'register' | 'forgotten';

let shown: AuthDialog | undefined;
const listeners = new Set<() => void>();

/** Opens the dialog, or switches its view; with `undefined` it closes. */
export function openDialog(dialog: AuthDialog | undefined = 'login'): void {
  set(dialog);
}

export function closeDialog(): void {
  set(undefined);
}

function set(next: AuthDialog | undefined): void {
  shown = next;
  for (const listener of listeners) listener();
}

export function useAuthDialog(): AuthDialog | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => shown,
    () => undefined,
  );
}
