import type { Store } from '@fynbos/core/stores/contract.ts';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { problemOf } from '../../platform/api/api-problem.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { problemMessage } from '../../ui/notices/problem-notice.ts';
import '../../platform/i18n/parts/stores-messages.ts';
import { storeLocatorPath } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { InlineNotice } from '../../ui/notices/inline-notice.tsx';
import { Panel } from '../../ui/panels/panel.tsx';
import { useOpenPanel, usePanels } from '../../ui/panels/panels-provider.tsx';
import { loadStores } from '../state/load-stores.ts';
import { storePanel } from '../state/store-panel-id.ts';
import { StoreList } from './store-list.tsx';

/** The stores in a panel over the page (STORE-1): loaded when the panel opens, chosen with one click. */
export function StorePicker() {
  const { t } = useText();
  const { close } = usePanels();
  const open = useOpenPanel();
  const isOpen = open === storePanel;
  return (
    <Panel
      name={storePanel}
      title={t('store.title')}
      closeLabel={t('notice.close')}
      side="end"
      footer={
        <Link
          to={storeLocatorPath}
          className="inline-flex min-h-11 items-center font-semibold text-accent underline-offset-4 hover:underline"
        >
          {t('store.allStores')}
        </Link>
      }
    >
      {isOpen && <Stores onChosen={() => close(storePanel)} />}
    </Panel>
  );
}

type StoresState = { stores: Store[] } | { failed: unknown } | undefined;

function Stores({ onChosen }: { onChosen: () => void }) {
  const { t } = useText();
  const [storesState, setStoresState] = useState<StoresState>();
  const [attempts, setAttempts] = useState(0);
  // Another attempt sends a new request.
  useEffect(() => {
    const abort = new AbortController();
    setStoresState(undefined);
    loadStores({ signal: abort.signal }).then(
      (stores) => setStoresState({ stores }),
      (failed: unknown) => !abort.signal.aborted && setStoresState({ failed }),
    );
    return () => abort.abort();
  }, [attempts]);
  if (!storesState) return <p role="status">{t('shop.loading')}</p>;
  if ('failed' in storesState) {
    const problem = problemOf(storesState.failed);
    return (
      <InlineNotice icon="warning">
        <p role="alert">{problem ? problemMessage(problem, t) : t('error.lead')}</p>
        <Button variant="plain" onClick={() => setAttempts((now) => now + 1)}>
          {t('error.retry')}
        </Button>
      </InlineNotice>
    );
  }
  return (
    <div className="grid gap-4">
      <p className="text-muted">{t('store.lead')}</p>
      <StoreList stores={storesState.stores} onChosen={onChosen} />
    </div>
  );
}
