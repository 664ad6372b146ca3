import { saveValue } from '@fynbos/core/accounts/contract.ts';
import { fulfilmentConfig } from '@fynbos/core/stores/contract.ts';
import '../i18n/needs/account-messages.ts';
import type { ResultOf } from '@fynbos/core/endpoint.ts';
import { call } from '../api.ts';
import { useText } from '../i18n/text-context.tsx';
import { chooseStore, useChosenStore } from '../stores/chosen-store.ts';
import { Button } from '../ui/button.tsx';
import { NoticeBox } from '../ui/notice-box.tsx';
import { useNotices } from '../ui/notices-provider.tsx';
import { AccountPageFrame } from './account-page-frame.tsx';
import { AskedView, useAsked } from './asked.tsx';
import { privateHeaders } from './private-headers.ts';
import { callAsCustomer } from './session/call-as-customer.ts';

export const headers = privateHeaders;

type Stores = ResultOf<typeof fulfilmentConfig>['fulfilment_stores'];

const askStores = async (signal: AbortSignal): Promise<Stores> =>
  (await call(fulfilmentConfig, { signal })).result.fulfilment_stores;

/** The store that packs this customer's orders, kept on the account too (accounts 4.7). */
export default function MyStorePage() {
  const { t } = useText();
  const { asked, again } = useAsked(askStores);
  return (
    <AccountPageFrame title={t('account.myStore')}>
      <p className="max-w-2xl">{t('myStore.text')}</p>
      <AskedView asked={asked} again={again}>
        {(stores) => <StoreChoice stores={stores} />}
      </AskedView>
    </AccountPageFrame>
  );
}

function StoreChoice({ stores }: { stores: Stores }) {
  const { t } = useText();
  const { notify } = useNotices();
  const chosen = useChosenStore();
  const choose = (code: string | undefined) => {
    chooseStore(code);
    callAsCustomer(saveValue, { params: { name: 'user-store' }, body: { value: code ?? null } }).then(
      () => notify({ kind: 'success', message: t('myStore.saved') }),
      () => notify({ kind: 'warning', message: t('myStore.hereOnly') }),
    );
  };
  if (stores.length === 0) return <NoticeBox>{t('myStore.none')}</NoticeBox>;
  return (
    <fieldset className="grid gap-3">
      <legend className="sr-only">{t('account.myStore')}</legend>
      {stores.map((store) => (
        <label
          key={store.code}
          className="flex items-start gap-4 rounded-petal border border-line bg-card p-4 has-checked:border-leaf has-checked:bg-leaf-tint"
        >
          <input
            type="radio"
            name="store"
            checked={store.code === chosen}
            onChange={() => choose(store.code)}
            className="mt-1 size-5 accent-leaf"
          />
          <span className="grid">
            <span className="font-bold">{store.name}</span>
            <span className="text-soft">
              {[...store.street, store.suburb, store.city].filter(Boolean).join(', ')}
            </span>
          </span>
        </label>
      ))}
      {chosen && (
        <Button look="quiet" onClick={() => choose(undefined)} className="justify-self-start">
          {t('myStore.clear')}
        </Button>
      )}
    </fieldset>
  );
}
