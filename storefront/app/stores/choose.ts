import type { Store } from '@fynbos/core/stores/contract.ts';
import { useText } from '../i18n/text-context.tsx';
import '../i18n/needs/account-messages.ts';
import { useNotices } from '../ui/notices-provider.tsx';
import { chooseStore } from './chosen-store.ts';
import { saveStoreOnAccount } from './customer-store.ts';

/**
 * Chooses or clears the store, with a notice (spec accounts 4.7). Stock on the page updates in every tab. The
 * choice of a logged-in customer is also stored on the account.
 */
export function useChoosing() {
  const { t } = useText();
  const { notify } = useNotices();
  return {
    choose(store: Pick<Store, 'code' | 'name'>) {
      chooseStore(store.code, store.name);
      saveStoreOnAccount(store.code);
      notify({ kind: 'success', message: t('store.wasChosen', { store: store.name }) });
    },
    clear() {
      chooseStore(undefined);
      saveStoreOnAccount(null);
      notify({ kind: 'info', message: t('store.wasCleared') });
    },
  };
}
