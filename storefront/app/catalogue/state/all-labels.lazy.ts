import { catalogueLabels } from '@fynbos/core/catalogue/contract.ts';
import { startTransition } from 'react';
import { callApi } from '../../api-client.ts';
import { pageLocale } from '../../platform/i18n/locale.ts';
import { loadText, pageLabels } from '../../platform/i18n/message-loader.ts';
import { withLabels } from '../../platform/i18n/text.ts';
import { shownText } from '../../platform/i18n/text-context.tsx';
import { once } from '../../platform/state/once.ts';

/**
 * Loads all translations of the catalogue into the language of a page, which begins with those that it shows
 * (spec D68), and renders the page with them, once. Those of the page are newer than a cached response.
 * @throws the errors of `callApi`
 */
export const showAllLabels = once(async (): Promise<void> => {
  const locale = pageLocale();
  const { result } = await callApi(catalogueLabels, { query: { locale }, store: undefined });
  const text = await loadText(locale);
  startTransition(() => shownText.replace?.(withLabels(text, { ...result, ...pageLabels() })));
});
