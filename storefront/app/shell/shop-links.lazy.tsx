import { Link } from 'react-router';
import { useText } from '../platform/i18n/text-context.tsx';
import '../platform/i18n/parts/lists-messages.ts';
import { useListPanels } from '../lists/list-panels-loader.ts';
import { compareList, wishlist } from '../lists/product-lists.ts';
import { useStoredList } from '../lists/stored-list.ts';
import { useWishlistPanel } from '../lists/use-wishlist-panel.ts';
import { comparePath, wishlistPath } from '../paths.ts';
import { apiSettings } from '../platform/api/api-settings.ts';
import { StoreLink } from '../stores/components/store-link.tsx';
import { useStorePicker } from '../stores/components/store-picker-loader.ts';
import { CountBadge } from '../ui/count-badge.tsx';
import { LateIcon } from '../ui/deferred-icon.tsx';

const link = 'inline-flex min-h-11 items-center gap-2 underline-offset-4 hover:underline';

/** Links to the stores and to the lists stored in this browser, in the header of wide screens. */
export function HeaderLinks() {
  return (
    <div className="flex items-center gap-1">
      <StoreLink className={`${link} w-max max-w-44 leading-tight`} />
      <CountedLink kind="wishlist" />
      <CountedLink kind="compare" />
    </div>
  );
}

/**
 * The same links with text in the footer, and the links to other store views. The store picker and the panels of
 * the lists that all of them open are rendered here.
 */
export function FooterLinks() {
  const { t } = useText();
  const Picker = useStorePicker();
  const ListPanels = useListPanels();
  const [wished, compared] = [useStoredList(wishlist).length, useStoredList(compareList).length];
  return (
    <>
      <ul className="grid justify-items-start">
        <li>
          <StoreLink className={link} />
        </li>
        <li>
          <Link to={wishlistPath} className={link}>
            <LateIcon name="heart" className="size-5" />
            {t('wishlist.title')}
            {wished > 0 && <span className="tabular-nums">({wished})</span>}
          </Link>
        </li>
        <li>
          <Link to={comparePath} className={link}>
            <LateIcon name="scale" className="size-5" />
            {t('compare.title')}
            {compared > 0 && <span className="tabular-nums">({compared})</span>}
          </Link>
        </li>
      </ul>
      {Picker && <Picker />}
      {ListPanels && <ListPanels />}
      <ViewSwitch />
    </>
  );
}

const counted = {
  wishlist: { list: wishlist, path: wishlistPath, icon: 'heart' },
  compare: { list: compareList, path: comparePath, icon: 'scale' },
} as const;

/**
 * An icon with the number of listed products; its accessible name says both. The wishlist opens as a panel where
 * scripts run.
 */
function CountedLink({ kind }: { kind: keyof typeof counted }) {
  const { t } = useText();
  const { list, path, icon } = counted[kind];
  const openPanel = useWishlistPanel();
  const count = useStoredList(list).length;
  const title = t(`${kind}.title`);
  return (
    <Link
      to={path}
      onClick={kind === 'wishlist' ? openPanel : undefined}
      title={title}
      aria-label={count > 0 ? `${title}: ${t('list.count', { count })}` : title}
      className="flex size-11 items-center justify-center"
    >
      <span className="relative">
        <LateIcon name={icon} />
        <CountBadge count={count} />
      </span>
    </Link>
  );
}

/**
 * Links to the other store views. They are plain links to the home page of each view: another view is
 * another document with its own prices and its own cart, and may not sell the product of this page.
 */
function ViewSwitch() {
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
