import { defaultStoreView, type Locale, locales, type StoreView } from '@fynbos/core/shop.ts';
import { storeView } from '../api/api-settings.ts';

/** The cookie with the shopper's chosen language. */
export const localeCookie = 'fynbos-locale';
const oneYear = 31_536_000;

/** The name of each language in that language; never translated. */
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
  'af-ZA': 'Afrikaans',
  'zu-ZA': 'isiZulu',
  'xh-ZA': 'isiXhosa',
};

export function isLocale(text: string | undefined): text is Locale {
  return locales.some((locale) => locale === text);
}

/** The language of the page; for browsers only. */
export function pageLocale(): Locale {
  const { lang } = document.documentElement;
  return isLocale(lang) ? lang : defaultStoreView.locale;
}

/** The language of a request to the current store view. */
export function localeOf(request: { headers: Headers }): Locale {
  const { headers } = request;
  return chooseLocale(headers.get('cookie'), headers.get('accept-language'), storeView());
}

/**
 * The shopper's own choice, then the browser's languages, then the language of the store view. The address
 * of a view with a code implies its language, so the browser's languages are ignored there. Readers and
 * search engines then see the same language.
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

/**
 * The first supported language by weight; `pt` or `pt-PT` gets `pt-BR`, English gets `en-US` except
 * `en-ZA`.
 */
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
    .sort((left, right) => right.weight - left.weight)
    .map(({ tag }) => tag);
}

/** The `Set-Cookie` header that stores a choice for a year. */
export function rememberLocale(locale: Locale, secure: boolean): string {
  return `${localeCookie}=${locale}; Path=/; Max-Age=${oneYear}; SameSite=Lax${secure ? '; Secure' : ''}`;
}
