import { shop } from '@fynbos/core/shop.ts';
import { data, Link, type LoaderFunctionArgs } from 'react-router';
import { CategoryTiles } from './catalogue/category-tiles.tsx';
import { type Collection, loadCollections } from './catalogue/home-collections.ts';
import { type Entrance, loadEntrances } from './catalogue/load-category.ts';
import { ProductStrip } from './catalogue/product-strip.tsx';
import { useText } from './i18n/text-context.tsx';
import { pageHeaders, tagged } from './page-headers.ts';
import { categoryPath, homePath } from './paths.ts';
import { Protea } from './shell/logo.tsx';
import { PageHead } from './ui/page-head.tsx';

interface HomePageData {
  categories: Entrance[];
  collections: Collection[];
}

export async function loader({ request }: LoaderFunctionArgs) {
  const [categories, collections] = await Promise.all([
    loadEntrances({ request }),
    loadCollections({ request }),
  ]);
  const shown = collections.flatMap(({ products }) => products.map(({ id }) => `P${id}`));
  return data<HomePageData>({ categories, collections }, tagged(['home', ...shown].join(' ')));
}

export const headers = pageHeaders;

/** The front door: what there is, and what is new in it. */
export default function HomePage({ loaderData: { categories, collections } }: { loaderData: HomePageData }) {
  const { t } = useText();
  return (
    <>
      <PageHead
        title={`${shop.name} – ${t('shop.tagline')}`}
        description={t('shop.description')}
        canonical={homePath}
      />
      <Welcome />
      <div className="wide grid grid-cols-1 gap-12 py-8 pb-16">
        {categories.length > 0 && <CategoryTiles categories={categories} />}
        {collections.map((collection, index) => (
          <CollectionRow key={collection.id} collection={collection} first={index === 0} />
        ))}
      </div>
    </>
  );
}

function Welcome() {
  const { t } = useText();
  return (
    <div className="relative overflow-hidden bg-band text-on-band">
      <Protea className="absolute -right-14 -bottom-10 size-44 md:-bottom-16 md:size-72 lg:right-[12%] lg:-bottom-24 lg:size-96" />
      <div className="wide relative py-6 md:py-14">
        <h1 tabIndex={-1} className="max-w-[14ch] font-extrabold text-4xl tracking-tight md:text-6xl">
          {t('home.title')}
        </h1>
        <p className="mt-2 max-w-[20ch] text-lg md:max-w-[40ch] md:text-xl">{t('home.lead')}</p>
      </div>
    </div>
  );
}

function CollectionRow({ collection, first }: { collection: Collection; first: boolean }) {
  const { t } = useText();
  const title = t(`home.${collection.id}`);
  return (
    <section aria-labelledby={collection.id}>
      <div className="mb-4 flex items-center justify-between gap-4">
        <h2 id={collection.id} className="font-bold text-2xl tracking-tight md:text-3xl">
          {title}
        </h2>
        {collection.url_path && (
          <Link
            to={categoryPath({ url_path: collection.url_path })}
            className="inline-flex min-h-11 shrink-0 items-center font-semibold text-leaf underline underline-offset-4"
          >
            {t('home.seeAll')}
            <span className="sr-only">: {title}</span>
          </Link>
        )}
      </div>
      <ProductStrip products={collection.products} leading={first} />
    </section>
  );
}
