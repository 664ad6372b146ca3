import { shop } from '@fynbos/core/shop.ts';
import { BreadcrumbTrail } from '../catalogue/breadcrumb-trail.tsx';
import { useText } from '../i18n/text-context.tsx';
import '../i18n/needs/search-messages.ts';
import { Icon } from '../ui/icons.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { dayAndHour } from './day-and-hour.ts';
import { PocketListView } from './pocket-list-view.tsx';
import { PocketProductView } from './pocket-product-view.tsx';
import type { PocketPage } from './stand-in.ts';
import { useAgainOnceOnline } from './use-again.ts';

/** A page out of the pocket: what it says was true then, and it says so. With a network it becomes the page itself. */
export function PocketView({ page }: { page: PocketPage }) {
  const { t, date } = useText();
  useAgainOnceOnline();
  const name = page.shows === 'product' ? page.product.name : titleOf(page, t);
  return (
    <div className="wide pb-16">
      <PageHead
        title={t('shop.pageTitle', { page: name, shop: shop.name })}
        description={t('shop.description')}
        noIndex
      />
      <BreadcrumbTrail crumbs={page.crumbs} here={name} />
      <p
        role="status"
        className="mb-4 flex items-center gap-3 rounded-petal-small border border-line bg-sunken px-4 py-2 text-sm"
      >
        <Icon name="cloudOff" className="size-5 text-protea" />
        {t('pocket.from', { date: date(page.made, dayAndHour) })}
      </p>
      {page.shows === 'product' ? (
        <PocketProductView page={page} />
      ) : (
        <PocketListView page={page} title={name} />
      )}
    </div>
  );
}

function titleOf(
  page: Exclude<PocketPage, { shows: 'product' }>,
  t: ReturnType<typeof useText>['t'],
): string {
  if (page.shows === 'search') return t('search.title', { text: page.title });
  return page.shows === 'brand' ? t('brand.title', { brand: page.title }) : page.title;
}
