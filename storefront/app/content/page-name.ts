import { speaks } from '@fynbos/core/content/language.ts';
import type { MessageId } from '../i18n/text.ts';
import { useText } from '../i18n/text-context.tsx';

interface Named {
  identifier: string;
  /** As it is written. */
  name: string;
  /** In which language. */
  lang: string;
}

/**
 * How a page is called where it is linked to. What is written in the visitor's language says it best; the pages that
 * every shop has are named by a message in the others, of the part `content`, which whoever uses this needs.
 */
export function usePageName(): (page: Named) => string {
  const { t, locale } = useText();
  return ({ identifier, name, lang }) =>
    speaks(locale, lang) ? name : t(`page.${identifier}` as MessageId, {}, name);
}
