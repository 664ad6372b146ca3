import { useEffect } from 'react';
import { labelsId } from '../../platform/i18n/message-loader.ts';

/**
 * Loads the translations of the catalogue that the first page does not show; most languages have none.
 * @param isDue whether to load them now; a failed load is tried again when another part of the page needs them
 */
export function useAllLabels(isDue: boolean): void {
  useEffect(() => {
    if (isDue && document.getElementById(labelsId))
      import('./all-labels.lazy.ts').then(({ showAllLabels }) => showAllLabels()).catch(() => {});
  }, [isDue]);
}
