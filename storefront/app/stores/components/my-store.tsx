import type { Store } from '@fynbos/core/stores/contract.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import '../../platform/i18n/parts/account-messages.ts';
import { useChosenStore } from '../../platform/storage/chosen-store.ts';
import { InlineNotice } from '../../ui/notices/inline-notice.tsx';
import { StoreList } from './store-list.tsx';

/** The chosen store and the other stores: the content of `/my-account/my-store`. */
export function MyStore({ stores }: { stores: readonly Store[] }) {
  const { t } = useText();
  const chosen = useChosenStore();
  const store = stores.find(({ code }) => code === chosen);
  return (
    <div className="grid gap-6">
      {store ? (
        <p className="text-lg">
          {t('store.yours')}: <strong>{store.name}</strong>
        </p>
      ) : (
        <InlineNotice>{t('store.notChosen')}</InlineNotice>
      )}
      <StoreList stores={stores} columns />
    </div>
  );
}
