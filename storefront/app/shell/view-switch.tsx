import { apiSettings } from '../api-settings.ts';
import { useText } from '../i18n/text-context.tsx';
import '../i18n/needs/lists-messages.ts';

/**
 * The ways to the other store views. Plain links to the home of each: another view is another document, with its own
 * prices and its own cart, and it may not sell what this page shows.
 */
export function ViewSwitch() {
  const { t } = useText();
  const { here } = apiSettings();
  if (!here) return null;
  const { view, views } = here;
  return (
    <nav aria-label={t('view.label')} className="mt-4">
      <p className="font-semibold">{t('view.label')}</p>
      <ul className="flex flex-wrap gap-x-6">
        {views.map(({ code, locale, url, country, sign }) => (
          <li key={code}>
            <a
              href={url}
              lang={locale}
              aria-current={code === view.code ? 'true' : undefined}
              className="inline-flex min-h-11 items-center underline aria-[current]:font-bold aria-[current]:no-underline"
            >
              {country} ({sign})
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
