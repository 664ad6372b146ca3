import { defaultStoreView, type Locale, locales, type StoreView } from '@fynbos/core/shop.ts';
import { storeView } from '../api-settings.ts';

/** The cookie that keeps a shopper's own choice of language. */
export const localeCookie = 'fynbos-locale';
const oneYear = 31_536_000;

/** What each language calls itself: the one text that is never translated. */
export const languageNames: Record<Locale, string> = {
  'en-US': 'English (US)',
  'en-ZA': 'English (South Africa)',
  'de-DE': 'Deutsch',
  'fr-FR': 'Français',
  'es-ES': 'Español',
  'nl-NL': 'Nederlands',
  'ja-JP': '日本語',
  'ru-RU': 'Русский',
  'it-IT': 'Italiano',
  'pt-BR': 'Português (Brasil)',
  'pl-PL': 'Polski',
  'cs-CZ': 'Čeština',
};

export function isLocale(text: string | undefined): text is Locale {
  return (locales as readonly string[]).includes(text ?? '');
}

/** The language a page stands in; asked in a browser only. */
export function pageLocale(): Locale {
  const { lang } = document.documentElement;
  return isLocale(lang) ? lang : defaultStoreView.locale;
}

/** The language of a request to the store view that is shown. */
export function localeOf(request: { headers: Headers }): Locale {
  const { headers } = request;
  return chooseLocale(headers.get('cookie'), headers.get('accept-language'), storeView());
}

/**
 * The shopper's own choice, then the browser's wish, then the store view's language. The address of a view with a
 * code is that of its language, so there the browser is not asked: what a search engine was promised is what is read.
 */
export function chooseLocale(
  cookies: string | null | undefined,
  wished: string | null | undefined,
  view: Pick<StoreView, 'code' | 'locale'> = defaultStoreView,
): Locale {
  const chosen = cookieValue(cookies ?? '', localeCookie);
  if (isLocale(chosen)) return chosen;
  return (view.code ? undefined : localeWished(wished ?? '')) ?? view.locale;
}

function cookieValue(cookies: string, name: string): string | undefined {
  const pair = cookies.split(';').find((part) => part.trim().startsWith(`${name}=`));
  return pair?.trim().slice(name.length + 1);
}

/** The first wish we speak, by weight; `pt` or `pt-PT` is served `pt-BR`, any English `en-US` but South Africa's own. */
function localeWished(acceptLanguage: string): Locale | undefined {
  for (const tag of tagsByWeight(acceptLanguage)) {
    const exact = locales.find((locale) => locale.toLowerCase() === tag);
    const sameLanguage = locales.find((locale) => locale.slice(0, 2) === tag.split('-')[0]);
    if (exact ?? sameLanguage) return exact ?? sameLanguage;
  }
  return undefined;
}

function tagsByWeight(acceptLanguage: string): string[] {
  return acceptLanguage
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/);
      const weight = parameters.find((parameter) => parameter.startsWith('q='));
      return { tag, weight: weight ? Number(weight.slice(2)) : 1 };
    })
    .filter(({ tag, weight }) => tag !== '' && weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag);
}

/** The `Set-Cookie` that remembers a choice for a year. */
export function rememberLocale(locale: Locale, secure: boolean): string {
  return `${localeCookie}=${locale}; Path=/; Max-Age=${oneYear}; SameSite=Lax${secure ? '; Secure' : ''}`;
}
