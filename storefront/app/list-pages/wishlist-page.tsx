import { shop } from '@fynbos/core/shop.ts';
import { data } from 'react-router';
import { BreadcrumbTrail } from '../catalogue/components/breadcrumbs.tsx';
import { useText } from '../platform/i18n/text-context.tsx';
import '../platform/i18n/parts/lists-messages.ts';
import { removeFrom, wishlist } from '../lists/product-lists.ts';
import { useStoredList } from '../lists/stored-list.ts';
import { wishlistPath } from '../paths.ts';
import { pageHeaders, tagged } from '../platform/pages/page-headers.ts';
import { Button } from '../ui/button.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { EmptyList } from './empty-list.tsx';
import { ListedGrid } from './listed-grid.tsx';

/** The same page for every visitor: only the browser knows the list (spec D32). */
export const loader = () => data(null, tagged('lists', 'messages/lists'));
export const headers = pageHeaders;

/** The wishlist (ACC-6). */
export default function WishlistPage() {
  const { t } = useText();
  const items = useStoredList(wishlist);
  return (
    <div className="page-width pb-16">
      <PageHead
        title={t('shop.pageTitle', { page: t('wishlist.title'), shop: shop.name })}
        canonical={wishlistPath}
        noIndex
      />
      <BreadcrumbTrail crumbs={[]} current={t('wishlist.title')} />
      <PageTitle count={items.length > 0 ? t('list.count', { count: items.length }) : undefined}>
        {t('wishlist.title')}
      </PageTitle>
      {items.length === 0 ? (
        <EmptyList icon="heart" title={t('wishlist.empty')} lead={t('wishlist.emptyLead')} />
      ) : (
        <div className="mt-6 grid gap-8">
          <ListedGrid items={items} onRemove={({ sku }) => removeFrom(wishlist, sku)} />
          <Button variant="plain" className="justify-self-start" onClick={() => wishlist.set([])}>
            {t('list.clear')}
          </Button>
        </div>
      )}
    </div>
  );
}
