import { lazy, useEffect } from 'react';
import { type ClientLoaderFunctionArgs, data, type LoaderFunctionArgs } from 'react-router';
import { MainBanner, SmallBanner } from '../../content/components/banner-views.tsx';
import { findBlock, type ShownBlock } from '../../content/state/find-content.ts';
import { CategoryTiles } from '../../listing/components/category-tiles.tsx';
import { CollectionRow } from '../../listing/components/collection-row.tsx';
import { type Banners, bannersOf } from '../../listing/state/banners.ts';
import { type Collection, loadCollections } from '../../listing/state/home-collections.ts';
import { type Entrance, loadEntrances } from '../../listing/state/load-category.ts';
import { isAtHome, storeView } from '../../platform/api/api-settings.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { useSeoTexts } from '../../platform/seo/seo-texts.ts';
import { recallHome, rememberHome } from './home-page-memory.ts';
import '../../platform/i18n/parts/home-messages.ts';
import { homePath } from '../../paths.ts';
import { type DocumentData, documentData, readData } from '../../platform/pages/document-data.ts';
import { pageHeaders, tagged } from '../../platform/pages/page-headers.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { StaticContent } from '../../ui/static-content.tsx';

const HomeContent = lazy(async () => ({
  default: (await import('../../content/components/home-text.lazy.tsx')).HomeContent,
}));
/**
 * The content blocks at the end of the home page, about delivery costs and power cuts, the main concerns
 * before a first order. Delivery prices are in the shop's own currency, so that block appears only where it
 * applies.
 */
const homeBlocks = () => [...(isAtHome() ? ['delivery-promise'] : []), 'power-cut-promise'];

type HomeBanners = Pick<Banners, 'mainBanners' | 'smallBanners' | 'productBanners'>;

interface HomePageData {
  banners: HomeBanners;
  categories: Entrance[];
  collections: Collection[];
  blocks: ShownBlock[];
}

export async function loader({ request }: LoaderFunctionArgs) {
  const [categories, collections, ...blocks] = await Promise.all([
    loadEntrances({ request }),
    loadCollections({ request }),
    ...homeBlocks().map((identifier) => findBlock(identifier, request)),
  ]);
  const shown = collections.flatMap(({ products }) => products.map(({ id }) => `P${id}`));
  const { mainBanners, smallBanners, productBanners } = bannersOf(storeView().code);
  const banners = { mainBanners, smallBanners, productBanners };
  const page = { banners, categories, collections, blocks: blocks.filter((block) => block !== undefined) };
  return data(
    documentData<HomePageData>(page),
    tagged(['home', 'block', ...shown].join(' '), 'messages/home'),
  );
}

export function clientLoader({ serverLoader }: ClientLoaderFunctionArgs) {
  return recallHome(async () => readData(await serverLoader<typeof loader>()));
}

export const headers = pageHeaders;

/** The home page: banners, top categories, and collections of new, discounted and popular products. */
export default function HomePage({ loaderData }: { loaderData: DocumentData<HomePageData> }) {
  const page = readData(loaderData);
  const { banners, categories, collections, blocks } = page;
  const seo = useSeoTexts();
  useEffect(() => rememberHome(page), [page]);
  const [main, ...further] = banners.mainBanners;
  const small = [...further, ...banners.smallBanners];
  const row = (collection: Collection) => {
    const beside = banners.productBanners.find(({ id }) => id === collection.id);
    return (
      <CollectionRow
        key={collection.id}
        collection={collection}
        picture={beside?.image}
        text={beside?.text}
      />
    );
  };
  return (
    <>
      <PageHead title={seo.title} description={seo.description} canonical={homePath} />
      {!main && <Welcome />}
      <div className="page-width grid grid-cols-1 gap-6 py-4 pb-16 md:gap-12 md:py-6 md:pb-20">
        {main && <MainBanner banner={main} />}
        {collections.slice(0, 1).map(row)}
        {categories.length > 0 && <CategoryTiles categories={categories} />}
        {small.length > 0 && (
          <div className="grid gap-4 md:grid-cols-2 md:gap-6">
            {small.map((banner) => (
              <SmallBanner key={banner.id} banner={banner} />
            ))}
          </div>
        )}
        {collections.slice(1, 2).map(row)}
        <StaticContent>
          <HomeContent />
        </StaticContent>
        {collections.slice(2).map(row)}
        {blocks.length > 0 && (
          <StaticContent>
            <HomeContent blocks={blocks} />
          </StaticContent>
        )}
      </div>
    </>
  );
}

/** Shows the shop's name when it has no banner. */
function Welcome() {
  const { t } = useText();
  return (
    <div className="relative overflow-hidden bg-inverse text-on-inverse">
      <span className="protea absolute -right-14 -bottom-10 size-44 md:-bottom-16 md:size-72 lg:right-[12%] lg:-bottom-24 lg:size-96" />
      <div className="page-width relative py-6 md:py-14">
        <h1 tabIndex={-1} className="max-w-[14ch] font-extrabold text-4xl tracking-tight md:text-6xl">
          {t('home.title')}
        </h1>
        <p className="mt-2 max-w-[20ch] text-lg md:max-w-[40ch] md:text-xl">{t('home.lead')}</p>
      </div>
    </div>
  );
}
