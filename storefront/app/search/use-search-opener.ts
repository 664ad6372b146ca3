import { opensElsewhere } from '../platform/browser/opens-elsewhere.ts';
import { online } from '../ui/lazy-component.tsx';
import { searchPanel } from '../ui/panels/panel-ids.ts';
import { usePanels } from '../ui/panels/panels-provider.tsx';

/** Preloads the search form before a likely click, so that it is ready when the panel opens. */
const warm = () => void online(() => import('./search-form.lazy.tsx')).catch(() => {});

/** Attributes of a link to the search page that opens the search panel where scripts run. */
export function useSearchOpener() {
  const { show } = usePanels();
  return {
    'aria-haspopup': 'dialog' as const,
    onPointerEnter: warm,
    onFocus: warm,
    onClick(event: React.MouseEvent) {
      if (opensElsewhere(event)) return;
      event.preventDefault();
      show(searchPanel);
    },
  };
}
