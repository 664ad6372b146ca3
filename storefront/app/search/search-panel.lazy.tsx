import { useEffect } from 'react';
import { useText } from '../platform/i18n/text-context.tsx';
import { IconButton } from '../ui/button.tsx';
import { Panel } from '../ui/panels/panel.tsx';
import { searchPanel } from '../ui/panels/panel-ids.ts';
import { usePanels } from '../ui/panels/panels-provider.tsx';
import { SearchField } from './search-field.tsx';
import { useSearchedText } from './use-search-text.ts';

/**
 * The search panel over the page. Its field starts with the search text of this page, and is empty on other
 * pages.
 */
export function SearchPanel() {
  const { t } = useText();
  const text = useSearchedText();
  const { open, close } = usePanels();
  useEffect(() => {
    import('../offline-catalog/components/refresh-offline-catalog.lazy.ts')
      .then(({ maintainOfflineCatalog }) => maintainOfflineCatalog())
      .catch(() => {});
  }, []);
  return (
    <Panel
      name={searchPanel}
      title={t('search.label')}
      closeLabel={t('search.close')}
      side="top"
      heading={false}
    >
      <div className="flex items-start">
        <div className="min-w-0 flex-1">
          {open === searchPanel && (
            <SearchField autoFocus initial={text} onEscape={() => close(searchPanel)} />
          )}
        </div>
        <div className="pt-3 pr-2 md:pt-4">
          <IconButton icon="close" label={t('search.close')} onClick={() => close(searchPanel)} />
        </div>
      </div>
    </Panel>
  );
}
