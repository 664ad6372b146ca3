import '../../platform/i18n/parts/account-messages.ts';
import '../../platform/i18n/parts/stores-messages.ts';
import type { Store } from '@fynbos/core/stores/contract.ts';
import { AccountPageFrame } from '../../accounts/components/account-page-frame.tsx';
import { useText } from '../../platform/i18n/text-context.tsx';
import { useChosenStore } from '../../platform/storage/chosen-store.ts';
import { AsyncContent, useAsyncData } from '../../ui/loading/async-content.tsx';
import { InlineNotice } from '../../ui/notices/inline-notice.tsx';
import { loadStores } from '../state/load-stores.ts';
import { StoreList } from './store-list.tsx';

const requestStores = (signal: AbortSignal) => loadStores({ signal });

/** The store that packs this customer's orders; it is stored on the account too (spec accounts 4.7). */
export default function MyStoreView() {
  const { t } = useText();
  const { loaded, retry } = useAsyncData(requestStores);
  return (
    <AccountPageFrame title={t('account.myStore')}>
      <p className="max-w-2xl">{t('myStore.text')}</p>
      <AsyncContent loaded={loaded} retry={retry}>
        {(stores) => <MyStore stores={stores} />}
      </AsyncContent>
    </AccountPageFrame>
  );
}

/** The chosen store and the other stores: the content of `/my-account/my-store`. */
function MyStore({ stores }: { stores: readonly Store[] }) {
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
