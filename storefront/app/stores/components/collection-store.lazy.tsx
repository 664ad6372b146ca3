import type { Store } from '@fynbos/core/stores/contract.ts';
import { useEffect, useState } from 'react';
import { warnOnce } from '../../platform/browser/warn-once.ts';
import '../../platform/i18n/parts/delivery-messages.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { loadStores } from '../state/load-stores.ts';
import { StoreFacts } from './store-details.tsx';

/** Where a placed order is collected: the name of the store, and its address and hours once they are loaded. */
export function CollectionStoreView({
  store: { code, name },
  children,
}: {
  store: Pick<Store, 'code' | 'name'>;
  /** What depends on the store. */
  children: (store: Store) => React.ReactNode;
}) {
  const { t } = useText();
  const [store, setStore] = useState<Store>();
  useEffect(() => {
    loadStores().then(
      (stores) => setStore(stores.find((candidate) => candidate.code === code)),
      (error) => warnOnce('The store of the order cannot be loaded', error),
    );
  }, [code]);
  return (
    <section
      aria-labelledby="collect-at"
      className="grid gap-2 rounded-petal border border-divider bg-surface p-5"
    >
      <h2 id="collect-at" className="font-bold text-xl">
        {t('delivery.collect', { store: name })}
      </h2>
      {store && children(store)}
      {store && <StoreFacts store={store} />}
    </section>
  );
}
