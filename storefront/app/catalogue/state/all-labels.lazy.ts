import { catalogueLabels } from '@fynbos/core/catalogue/contract.ts';
import { startTransition } from 'react';
import { callApi } from '../../api-client.ts';
import { pageLabels } from '../../platform/i18n/message-loader.ts';
import { type Text, withLabels } from '../../platform/i18n/text.ts';
import { shownText } from '../../platform/i18n/text-context.tsx';

/**
 * Loads all translations of the catalogue into the language of a page, which begins with those that it shows
 * (spec D68), and renders the page with them. Those of the page are newer than a cached response.
 * @throws the errors of `callApi`
 */
export async function showAllLabels(text: Text): Promise<void> {
  const { result } = await callApi(catalogueLabels, { query: { locale: text.locale }, store: undefined });
  startTransition(() => shownText.replace?.(withLabels(text, { ...result, ...pageLabels() })));
}
