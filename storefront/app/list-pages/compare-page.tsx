import { shop } from '@fynbos/core/shop.ts';
import { data } from 'react-router';
import { BreadcrumbTrail } from '../catalogue/components/breadcrumbs.tsx';
import { useText } from '../platform/i18n/text-context.tsx';
import '../platform/i18n/parts/lists-messages.ts';
import '../platform/i18n/parts/food-messages.ts';
import { compareList, maxCompared } from '../lists/product-lists.ts';
import { useStoredList } from '../lists/stored-list.ts';
import { comparePath } from '../paths.ts';
import { pageHeaders, tagged } from '../platform/pages/page-headers.ts';
import { Button } from '../ui/button.tsx';
import { InlineNotice } from '../ui/notices/inline-notice.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { CompareTable } from './compare-table.tsx';
import { EmptyList } from './empty-list.tsx';
import { useCompared } from './use-compared-products.ts';

/** The page is the same for all visitors; only the browser knows the compared products (spec D32). */
export const loader = () => data(null, tagged('lists', 'messages/lists', 'messages/options'));
export const headers = pageHeaders;

/** Products side by side (ACC-6). */
export default function ComparePage() {
  const { t } = useText();
  const all = useStoredList(compareList);
  // An account's list may hold more products than fit.
  const items = all.slice(0, maxCompared);
  const compared = useCompared(items);
  return (
    <div className="page-width pb-16">
      <PageHead
        title={t('shop.pageTitle', { page: t('compare.title'), shop: shop.name })}
        canonical={comparePath}
        noIndex
      />
      <BreadcrumbTrail crumbs={[]} current={t('compare.title')} />
      <PageTitle count={items.length > 0 ? t('list.count', { count: items.length }) : undefined}>
        {t('compare.title')}
      </PageTitle>
      {items.length === 0 ? (
        <EmptyList icon="scale" title={t('compare.empty')} lead={t('compare.emptyLead')} />
      ) : (
        <div className="mt-4 grid gap-6">
          {compared.failed && <InlineNotice>{t('list.lastKnown')}</InlineNotice>}
          <div className="min-w-0">
            <CompareTable items={items} compared={compared} />
          </div>
          <Button variant="plain" className="justify-self-start" onClick={() => compareList.set([])}>
            {t('list.clear')}
          </Button>
        </div>
      )}
    </div>
  );
}
