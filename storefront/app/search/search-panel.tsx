import { useEffect } from 'react';
import { useText } from '../i18n/text-context.tsx';
import '../i18n/needs/search-messages.ts';
import { IconButton } from '../ui/button.tsx';
import { Panel } from '../ui/panel.tsx';
import { searchPanel } from '../ui/panel-names.ts';
import { usePanels } from '../ui/panels.tsx';
import { SearchField } from './search-field.tsx';
import { useSearchedText } from './searched-text.ts';

/**
 * The search panel over the page. Its field starts with the search text of this page, and is empty on other
 * pages.
 */
export function SearchPanel() {
  const { t } = useText();
  const text = useSearchedText();
  const { open, close } = usePanels();
  useEffect(() => {
    import('../pocket/keep-pocket.ts')
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
