import { createStore, useStore } from '../../platform/state/store.ts';

/** The views of the account dialog (spec accounts 3: `authElem`, by default the login). */
export type AuthDialog = 'login' | 'register' | 'forgotten';

const shown = createStore<AuthDialog | undefined>(undefined);

/** Opens the dialog, or switches its view; with `undefined` it closes. */
export function openDialog(dialog: AuthDialog | undefined = 'login'): void {
  shown.set(dialog);
}

export function closeDialog(): void {
  shown.set(undefined);
}

export function useAuthDialog(): AuthDialog | undefined {
  return useStore(shown, undefined);
}
