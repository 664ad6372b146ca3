import '../i18n/needs/account-messages.ts';
import { AccountPageFrame } from '../accounts/account-page-frame.tsx';
import { AskedView, useAsked } from '../accounts/asked.tsx';
import { useText } from '../i18n/text-context.tsx';
import { loadStores } from './load-stores.ts';
import { MyStore } from './my-store.tsx';

const askStores = (signal: AbortSignal) => loadStores({ signal });

/** The store that packs this customer's orders, kept on the account too (accounts 4.7). */
export default function MyStoreView() {
  const { t } = useText();
  const { asked, again } = useAsked(askStores);
  return (
    <AccountPageFrame title={t('account.myStore')}>
      <p className="max-w-2xl">{t('myStore.text')}</p>
      <AskedView asked={asked} again={again}>
        {(stores) => <MyStore stores={stores} />}
      </AskedView>
    </AccountPageFrame>
  );
}
