import { locales } from '@fynbos/core/shop.ts';
import { useId } from 'react';
import { useLocation } from 'react-router';
import { inView } from '../paths.ts';
import { languageNames } from '../platform/i18n/locale.ts';
import { useText } from '../platform/i18n/text-context.tsx';

export const languagePath = '/language';

/**
 * Lets the shopper choose a language. A plain form on purpose, with or without JavaScript: the whole
 * document is rendered in the new language, and nothing changes before the button is pressed.
 */
export function LanguageSwitch({ className }: { className?: string }) {
  const { locale, t } = useText();
  const { pathname, search } = useLocation();
  const id = useId();
  return (
    <form method="post" action={inView(languagePath)} className={className}>
      <input type="hidden" name="back" value={pathname + search} />
      <label htmlFor={id}>{t('language.label')}</label>
      <select id={id} name="locale" defaultValue={locale} autoComplete="off">
        {locales.map((code) => (
          <option key={code} value={code} lang={code}>
            {languageNames[code]}
          </option>
        ))}
      </select>
      <button type="submit">{t('language.change')}</button>
    </form>
  );
}
