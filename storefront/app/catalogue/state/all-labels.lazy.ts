import { catalogueLabels } from '@fynbos/core/catalogue/contract.ts';
import { startTransition } from 'react';
import { callApi } from '../../api-client.ts';
import { warnOnce } from '../../platform/browser/warn-once.ts';
import { type Text, withLabels } from '../../platform/i18n/text.ts';
import { shownText } from '../../platform/i18n/text-context.tsx';

/**
 * Loads all translations of the catalogue into the language of a page, which begins with those that it shows
 * (spec D68), and renders the page with them.
 */
export async function showAllLabels(text: Text): Promise<void> {
  try {
    const { result } = await callApi(catalogueLabels, { query: { locale: text.locale }, store: undefined });
    startTransition(() => shownText.replace?.(withLabels(text, result)));
  } catch (error) {
    warnOnce('The translations of the catalogue cannot be loaded', error);
  }
}
