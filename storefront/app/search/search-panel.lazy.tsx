import { useEffect, useLayoutEffect } from 'react';
import { Announcer } from '../cart/components/cart-announcer.tsx';
import '../platform/i18n/parts/menu-messages.ts';
import { useText } from '../platform/i18n/text-context.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { Panel } from '../ui/panels/panel.tsx';
import { searchPanel } from '../ui/panels/panel-ids.ts';
import { useOpenPanel, usePanels } from '../ui/panels/panels-provider.tsx';
import { SearchField } from './search-field.tsx';
import type { MainCategory } from './search-start.tsx';

/** The search panel over the page. Its field continues the text of the header's field. */
export function SearchPanel({ menu }: { menu: readonly MainCategory[] }) {
  const { t } = useText();
  const { close } = usePanels();
  const open = useOpenPanel();
  const isOpen = open === searchPanel;
  useEffect(() => {
    import('../offline-catalog/components/refresh-offline-catalog.lazy.ts')
      .then(({ maintainOfflineCatalog }) => maintainOfflineCatalog())
      .catch(() => {});
  }, []);
  usePlacement(isOpen);
  const closeSearch = () => close(searchPanel);
  return (
    <Panel
      name={searchPanel}
      title={t('search.label')}
      closeLabel={t('search.close')}
      side="top"
      heading={false}
    >
      <div className="-m-4 flex min-h-[calc(100%+2rem)] flex-col">
        <div className="flex-1">
          {isOpen && (
            <SearchField
              autoFocus
              categories={menu}
              initial={headerField()?.value}
              onType={(text) => {
                const field = headerField();
                if (field) field.value = text;
              }}
              onEscape={closeSearch}
            >
              <div className="hidden md:block">
                <IconButton icon="close" label={t('search.close')} onClick={closeSearch} />
              </div>
            </SearchField>
          )}
        </div>
        <div className="sticky -bottom-4 z-10 bg-surface">
          <div className="px-4">
            <Announcer />
          </div>
          {/* Within reach of the thumb, also above the keyboard of a phone. */}
          <div className="border-divider border-t p-2 md:hidden">
            <Button variant="plain" className="min-h-12 w-full" onClick={closeSearch}>
              {t('search.close')}
            </Button>
          </div>
        </div>
      </div>
    </Panel>
  );
}

const headerField = () => document.querySelector<HTMLInputElement>('header input[name="q"]');

/** Space between the edges of the panel and its field, in pixels: `p-2` of the form. */
const edge = 8;

/**
 * Places the panel so that its field lies on the field of the header. On a phone it fills the window, as far as the
 * keyboard leaves it visible.
 */
function usePlacement(isOpen: boolean): void {
  useLayoutEffect(() => {
    const panel = document.getElementById(searchPanel);
    const opener = headerField();
    if (!isOpen || !panel || !opener) return undefined;
    // When the focus returns to it, the keyboard of a phone stays closed.
    opener.inputMode = 'none';
    const place = () => {
      const { left, top, width } = opener.getBoundingClientRect();
      const seen = window.visualViewport;
      const isWide = matchMedia('(width >= 48rem)').matches;
      const above = Math.max(0, top - edge);
      Object.assign(
        panel.style,
        isWide
          ? {
              ...{ margin: '0', left: `${left - edge}px`, top: `${above}px`, height: '', borderRadius: '' },
              ...{ width: `${width + 2 * edge}px`, maxWidth: 'none' },
              maxHeight: `calc(100dvh - ${above + edge}px)`,
            }
          : {
              ...{
                margin: '0',
                left: '0',
                top: `${seen?.offsetTop ?? 0}px`,
                width: '100%',
                maxWidth: 'none',
              },
              ...{ height: `${seen?.height ?? innerHeight}px`, maxHeight: 'none' },
            },
      );
    };
    place();
    const viewports = [window, window.visualViewport].filter((viewport) => viewport !== null);
    for (const viewport of viewports) viewport.addEventListener('resize', place);
    return () => {
      for (const viewport of viewports) viewport.removeEventListener('resize', place);
    };
  }, [isOpen]);
}
