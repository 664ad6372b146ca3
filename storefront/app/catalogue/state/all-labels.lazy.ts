import { catalogueLabels } from '@fynbos/core/catalogue/contract.ts';
import { callApi } from '../../api-client.ts';
import { idle } from '../../platform/browser/idle.ts';
import { warnOnce } from '../../platform/browser/warn-once.ts';
import { type Text, withLabels } from '../../platform/i18n/text.ts';

const maxIdleWaitMs = 5000;

/** Loads all translations of the catalogue into the language of a text; a page begins with those that it shows. */
export async function withAllLabels(text: Text): Promise<Text> {
  await idle(maxIdleWaitMs);
  try {
    const { result } = await callApi(catalogueLabels, { query: { locale: text.locale }, store: undefined });
    return withLabels(text, result);
  } catch (error) {
    warnOnce('The translations of the catalogue cannot be loaded', error);
    return text;
  }
}
