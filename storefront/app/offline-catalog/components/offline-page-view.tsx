import { shop } from '@fynbos/core/shop.ts';
import { BreadcrumbTrail } from '../../catalogue/components/breadcrumbs.tsx';
import type { Text } from '../../platform/i18n/text.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { useSeoTexts } from '../../platform/seo/seo-texts.ts';
import '../../platform/i18n/parts/search-messages.ts';
import { Icon } from '../../ui/icons.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { dateAndTime } from '../state/date-and-time.ts';
import type { OfflinePage } from '../state/load-offline-page.ts';
import { useRetryOnceOnline } from '../state/use-page-retry.ts';
import { OfflineListView } from './offline-list-view.tsx';
import { OfflineProductView } from './offline-product-view.tsx';

/**
 * A page from the offline catalog, with the time of its data. When the network is back, the page itself
 * replaces it.
 */
export function OfflinePageView({ page }: { page: OfflinePage }) {
  const text = useText();
  const { t, date } = text;
  const seo = useSeoTexts();
  useRetryOnceOnline();
  const name = page.shows === 'product' ? page.product.name : titleOf(page, text);
  return (
    <div className="page-width pb-16">
      <PageHead
        title={t('shop.pageTitle', { page: name, shop: shop.name })}
        description={seo.description}
        noIndex
      />
      <BreadcrumbTrail crumbs={page.crumbs} current={name} />
      <p
        role="status"
        className="mb-4 flex items-center gap-3 rounded-petal-small border border-divider bg-surface-muted px-4 py-2 text-sm"
      >
        <Icon name="cloudOff" className="size-5 text-danger" />
        {t('pocket.from', { date: date(page.made, dateAndTime) })}
      </p>
      {page.shows === 'product' ? (
        <OfflineProductView page={page} />
      ) : (
        <OfflineListView page={page} title={name} />
      )}
    </div>
  );
}

function titleOf(page: Exclude<OfflinePage, { shows: 'product' }>, { t, label }: Text): string {
  if (page.shows === 'search') return t('search.title', { text: page.title });
  return page.shows === 'brand' ? t('brand.title', { brand: page.title }) : label(page.title);
}
