import { dataUseIn } from '../data-use.ts';

/** Whether as little as can be is to be fetched: the page was made so, or the browser was told so since. */
export function savesData(): boolean {
  if ('low' in document.documentElement.dataset) return true;
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true && dataUseIn(document.cookie) !== 'off';
}
