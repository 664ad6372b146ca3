import { shop } from '@fynbos/core/shop.ts';
import { data, type LoaderFunctionArgs } from 'react-router';
import { BreadcrumbTrail } from '../catalogue/breadcrumb-trail.tsx';
import { useText } from '../i18n/text-context.tsx';
import '../i18n/needs/account-messages.ts';
import { pageHeaders, tagged } from '../page-headers.ts';
import { storeLocatorPath } from '../paths.ts';
import { PageHead } from '../ui/page-head.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { loadStores } from './load-stores.ts';
import { placeTyped, type StoreLocatorData } from './near.ts';
import { StoreList } from './store-list.tsx';

const longestPlace = 60;

export async function loader({ request }: LoaderFunctionArgs) {
  const typed = (new URL(request.url).searchParams.get('near') ?? '').trim().slice(0, longestPlace);
  const stores = await loadStores({ request });
  const page: StoreLocatorData = { kind: 'stores', stores, typed, here: placeTyped(typed) };
  return data(page, tagged('stores', 'messages/account'));
}

export const headers = pageHeaders;

/** Every store of the shop, with its hours; nearest first for who says where they are (CMS-2, STORE-1). */
export default function StoreLocatorPage({ loaderData: page }: { loaderData: StoreLocatorData }) {
  const { t } = useText();
  return (
    <div className="wide pb-16">
      <PageHead
        title={t('shop.pageTitle', { page: t('store.title'), shop: shop.name })}
        description={t('store.lead')}
        canonical={storeLocatorPath}
        noIndex={page.typed !== ''}
      />
      <BreadcrumbTrail crumbs={[]} here={t('store.title')} />
      <PageTitle>{t('store.title')}</PageTitle>
      <p className="mt-2 mb-6 max-w-prose text-lg text-soft">{t('store.lead')}</p>
      <StoreList key={page.typed} stores={page.stores} typed={page.typed} here={page.here} columns />
    </div>
  );
}
