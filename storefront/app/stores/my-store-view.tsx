import '../i18n/needs/account-messages.ts';
import { AccountPageFrame } from '../accounts/account-page-frame.tsx';
import { AsyncContent, useAsyncData } from '../accounts/asked.tsx';
import { useText } from '../i18n/text-context.tsx';
import { loadStores } from './load-stores.ts';
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
