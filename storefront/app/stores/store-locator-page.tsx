import { cleanLine } from '@fynbos/core/clean-text.ts';
import { shop, speaks } from '@fynbos/core/shop.ts';
import { data, type LoaderFunctionArgs, useLocation, useNavigate } from 'react-router';
import { BreadcrumbTrail } from '../catalogue/components/breadcrumbs.tsx';
import { BlockCard } from '../content/components/block-card.tsx';
import { ContentText } from '../content/components/content-html.tsx';
import { findBlock, type ShownBlock } from '../content/state/find-content.ts';
import { readContentPage, type ShownPage } from '../content/state/load-content.ts';
import { localeOf } from '../platform/i18n/locale.ts';
import { useText } from '../platform/i18n/text-context.tsx';
import '../platform/i18n/parts/stores-messages.ts';
import { storeLocatorPath } from '../paths.ts';
import { pageHeaders, tagged } from '../platform/pages/page-headers.ts';
import { PageHead } from '../ui/page-head.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { StoreList } from './components/store-list.tsx';
import { loadStores } from './state/load-stores.ts';
import { placeTyped, type StoreLocatorData } from './state/nearest-stores.ts';

const maxPlaceLength = 60;

export async function loader({ request }: LoaderFunctionArgs) {
  const typed = cleanLine(new URL(request.url).searchParams.get('near') ?? '').slice(0, maxPlaceLength);
  const [stores, intro, block] = await Promise.all([
    loadStores({ request }),
    findIntro(request),
    findBlock('store-page-block', request),
  ]);
  const page: StoreLocatorPageData = {
    ...{ kind: 'stores', stores, typed, here: placeTyped(typed) },
    ...{ intro, block },
  };
  return data(page, tagged('stores page block', 'messages/stores', 'messages/content'));
}

/** The shop's introduction to its stores; if it is in another language, a default sentence replaces it. */
async function findIntro(request: Request): Promise<ShownPage | undefined> {
  const page = await readContentPage('storelocator', request).catch(() => undefined);
  return page && speaks(localeOf(request), page.lang) ? page : undefined;
}

interface StoreLocatorPageData extends StoreLocatorData {
  intro: ShownPage | undefined;
  block: ShownBlock | undefined;
}

export const headers = pageHeaders;

/**
 * Every store of the shop, with its opening hours; nearest first if the visitor gave a location (CMS-2,
 * STORE-1).
 */
export default function StoreLocatorPage({ loaderData: page }: { loaderData: StoreLocatorPageData }) {
  const { t } = useText();
  const navigate = useNavigate();
  const { state } = useLocation();
  // The cart and the checkout send the shopper here to choose a store.
  const goBack = state?.returnsAfterChoice ? () => void navigate(-1) : undefined;
  return (
    <div className="page-width pb-16">
      <PageHead
        title={t('shop.pageTitle', { page: page.intro?.meta_title ?? t('store.title'), shop: shop.name })}
        description={page.intro?.meta_description || t('store.lead')}
        canonical={storeLocatorPath}
        noIndex={page.typed !== ''}
      />
      <BreadcrumbTrail crumbs={[]} current={t('store.title')} />
      <PageTitle>{t('store.title')}</PageTitle>
      {page.intro ? (
        <ContentText html={page.intro.content} className="mt-2 mb-6 max-w-[68ch]" />
      ) : (
        <p className="mt-2 mb-6 max-w-prose text-lg text-muted">{t('store.lead')}</p>
      )}
      <StoreList
        key={page.typed}
        stores={page.stores}
        typed={page.typed}
        visitorLocation={page.here}
        columns
        onChosen={goBack}
      />
      {page.block && <BlockCard block={page.block} className="mt-10 max-w-[80ch]" />}
    </div>
  );
}
