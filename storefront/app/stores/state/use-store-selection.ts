import type { Store } from '@fynbos/core/stores/contract.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import '../../platform/i18n/parts/stores-messages.ts';
import { chooseStore } from '../../platform/storage/chosen-store.ts';
import { useNotices } from '../../ui/notices/notices-provider.tsx';
import { saveStoreOnAccount } from './account-store.ts';

/**
 * Chooses or clears the store, with a notice (spec accounts 4.7). Stock on the page updates in every tab. The
 * choice of a logged-in customer is also stored on the account.
 */
export function useStoreSelection() {
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
