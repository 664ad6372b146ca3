import '../../platform/i18n/parts/account-messages.ts';
import { AccountPageFrame } from '../../accounts/components/account-page-frame.tsx';
import { useText } from '../../platform/i18n/text-context.tsx';
import { AsyncContent, useAsyncData } from '../../ui/loading/async-content.tsx';
import { loadStores } from '../state/load-stores.ts';
import { MyStore } from './my-store.tsx';

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
