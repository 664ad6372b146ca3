import { shop } from '@fynbos/core/shop.ts';
import { isAtHome, storeView } from '../api/api-settings.ts';
import { useText } from '../i18n/text-context.tsx';

/**
 * The title of the home page, and the description of pages without one: those of the store view where the reader
 * has its language, else the shop's messages (spec accounts 3).
 */
export function useSeoTexts(): { title: string; description: string } {
  const { t, locale } = useText();
  const view = storeView();
  if (view.seo && view.locale === locale) return view.seo;
  return {
    title: `${shop.name} – ${t(isAtHome() ? 'shop.tagline' : 'shop.taglineAbroad')}`,
    description: t('shop.description'),
  };
}
