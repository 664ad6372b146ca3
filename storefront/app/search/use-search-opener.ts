import { opensElsewhere } from '../platform/browser/opens-elsewhere.ts';
import { searchPanel } from '../ui/panels/panel-ids.ts';
import { usePanels } from '../ui/panels/panels-provider.tsx';
import { loadSearchForm } from './search-field.tsx';

/** Preloads the search form before a likely click, so that it is ready when the panel opens. */
const warm = () => void loadSearchForm();

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

/**
 * Attributes of a field whose text the search panel continues. It opens when its form has loaded, so that no key
 * press is lost, and not on focus, which returns to the field when the panel closes.
 */
export function useSearchField() {
  const { show } = usePanels();
  const open = () => void loadSearchForm().then(() => show(searchPanel));
  return {
    'aria-haspopup': 'dialog' as const,
    onPointerEnter: warm,
    onFocus: warm,
    onClick: open,
    // A word that is composed, as in Japanese, stays in this field until it is complete.
    onInput: ({ nativeEvent }: React.InputEvent) => nativeEvent.isComposing || open(),
    onCompositionEnd: open,
    onKeyDown(event: React.KeyboardEvent<HTMLInputElement>) {
      const { value, defaultValue } = event.currentTarget;
      const isUnchanged = value === defaultValue;
      if (event.key !== 'ArrowDown' && !(event.key === 'Enter' && isUnchanged)) return;
      event.preventDefault();
      open();
    },
  };
}
