import { apiSettings } from '../platform/api/api-settings.ts';
import { useText } from '../platform/i18n/text-context.tsx';
import '../platform/i18n/parts/lists-messages.ts';

/**
 * Links to the other store views. They are plain links to the home page of each view: another view is
 * another document with its own prices and its own cart, and may not sell the product of this page.
 */
export function ViewSwitch() {
  const { t } = useText();
  const { currentView } = apiSettings();
  if (!currentView) return null;
  const { view, views } = currentView;
  return (
    <nav aria-label={t('view.label')} className="mt-4">
      <p className="font-semibold">{t('view.label')}</p>
      <ul className="flex flex-wrap gap-x-6">
        {views.map(({ code, locale, url, country, sign: currencySign }) => (
          <li key={code}>
            <a
              href={url}
              lang={locale}
              aria-current={code === view.code ? 'true' : undefined}
              className="inline-flex min-h-11 items-center underline aria-[current]:font-bold aria-[current]:no-underline"
            >
              {country} ({currencySign})
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
