import type { Store } from '@fynbos/core/stores/contract.ts';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { problemOf } from '../api-problem.ts';
import { useText } from '../i18n/text-context.tsx';
import { problemWords } from '../refusal-notice.ts';
import '../i18n/needs/account-messages.ts';
import { storeLocatorPath } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { NoticeBox } from '../ui/notice-box.tsx';
import { Panel } from '../ui/panel.tsx';
import { usePanels } from '../ui/panels.tsx';
import { loadStores } from './load-stores.ts';
import { StoreList } from './store-list.tsx';
import { storePanel } from './store-panel.ts';

/** The stores over the page (STORE-1): asked for when the panel opens, chosen with one click. */
export function StorePicker() {
  const { t } = useText();
  const { open, close } = usePanels();
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
          className="inline-flex min-h-11 items-center font-semibold text-leaf underline-offset-4 hover:underline"
        >
          {t('store.allStores')}
        </Link>
      }
    >
      {isOpen && <Stores onChosen={() => close(storePanel)} />}
    </Panel>
  );
}

type Asked = { stores: Store[] } | { failed: unknown } | undefined;

function Stores({ onChosen }: { onChosen: () => void }) {
  const { t } = useText();
  const [asked, setAsked] = useState<Asked>();
  const [tries, setTries] = useState(0);
  // Another try asks again.
  useEffect(() => {
    const abort = new AbortController();
    setAsked(undefined);
    loadStores({ signal: abort.signal }).then(
      (stores) => setAsked({ stores }),
      (failed: unknown) => !abort.signal.aborted && setAsked({ failed }),
    );
    return () => abort.abort();
  }, [tries]);
  if (!asked) return <p role="status">{t('shop.loading')}</p>;
  if ('failed' in asked) {
    const problem = problemOf(asked.failed);
    return (
      <NoticeBox icon="warning">
        <p role="alert">{problem ? problemWords(problem, t) : t('error.lead')}</p>
        <Button look="plain" onClick={() => setTries((now) => now + 1)}>
          {t('error.retry')}
        </Button>
      </NoticeBox>
    );
  }
  return (
    <div className="grid gap-4">
      <p className="text-soft">{t('store.lead')}</p>
      <StoreList stores={asked.stores} onChosen={onChosen} />
    </div>
  );
}
