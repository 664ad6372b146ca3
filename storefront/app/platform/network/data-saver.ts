import { dataUseIn } from './data-use.ts';

/**
 * Whether to fetch as little as possible: the page was rendered with low data, or the browser requested it
 * since.
 */
export function savesData(): boolean {
  if ('low' in document.documentElement.dataset) return true;
  // Only some browsers have it, so TypeScript does not declare it.
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true && dataUseIn(document.cookie) !== 'off';
}
