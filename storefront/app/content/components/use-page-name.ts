import { speaks } from '@fynbos/core/shop.ts';
import type { MessageId } from '../../platform/i18n/text.ts';
import { useText } from '../../platform/i18n/text-context.tsx';

interface Named {
  identifier: string;
  /** The name as written in the shop's content. */
  name: string;
  /** The language of the name. */
  lang: string;
}

/**
 * Returns a function that names a page in links. A name in the visitor's language is used as it is. In
 * other languages, the standard pages are named by a message. The caller must load the message part
 * `content`.
 */
export function usePageName(): (page: Named) => string {
  const { t, locale } = useText();
  // A page without a message of its own has its name.
  return ({ identifier, name, lang }) =>
    speaks(locale, lang) ? name : t(`page.${identifier}` as MessageId, {}, name);
}
