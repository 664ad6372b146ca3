import type { Store } from '@fynbos/core/stores/contract.ts';
import { useText } from '../i18n/text-context.tsx';
import '../i18n/needs/account-messages.ts';
import { useNotices } from '../ui/notices-provider.tsx';
import { chooseStore } from './chosen-store.ts';
import { keepOnAccount } from './customer-store.ts';

/**
 * Choosing a store and letting go of it, said to the shopper (accounts 4.7). Stock on the page follows by
 * itself, in every tab; the choice is kept on the account of who is logged in.
 */
export function useChoosing() {
  const { t } = useText();
  const { notify } = useNotices();
  return {
    choose(store: Pick<Store, 'code' | 'name'>) {
      chooseStore(store.code, store.name);
      keepOnAccount(store.code);
      notify({ kind: 'success', message: t('store.wasChosen', { store: store.name }) });
    },
    clear() {
      chooseStore(undefined);
      keepOnAccount(null);
      notify({ kind: 'info', message: t('store.wasCleared') });
    },
  };
}
