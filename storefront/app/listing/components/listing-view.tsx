import { listingSorts, unitPriceField } from '@fynbos/core/catalogue/listing.ts';
import { pageSize } from '@fynbos/core/shop.ts';
import { listingSortNames } from '../../catalogue/state/listing-sort-names.ts';
import type { CardProduct } from '../../catalogue/state/product-card-fields.ts';
import { useLiveCards } from '../../catalogue/state/use-live-cards.ts';
import { apiSettings } from '../../platform/api/api-settings.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { hydrateOnInteraction } from '../../ui/loading/hydrate-on-interaction.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { Menu } from '../../ui/panels/dropdown-menu.tsx';
import { Panel } from '../../ui/panels/panel.tsx';
import { useCloses, useOpens } from '../../ui/panels/panels-provider.tsx';
import { chosenOptions } from '../state/facets.ts';
import { listingAddress } from '../state/listing-path.ts';
import type { Listing } from '../state/load-listing.ts';
import { useColumns } from './column-count.tsx';
import { ChosenFilters, FacetList } from './facet-list.tsx';
import { LoadMore } from './load-more.tsx';
import { ProductCard } from './product-card.tsx';

const ColumnSwitch = hydrateOnInteraction(
  async () => (await import('./column-switch.lazy.tsx')).ColumnSwitch,
);

const gridId = 'products';
const filterPanel = 'filters';

/** A list with filters, sorting and a button for more; `empty` is shown when it has no results. */
export function ListingView({ listing, empty }: { listing: Listing; empty: React.ReactNode }) {
  const { t } = useText();
  const { columns } = useColumns();
  const products = useLiveCards(listing.items, listing.since);
  if (listing.total === 0 && chosenOptions(listing.facets).length === 0) return empty;
  return (
    <div className="gap-10 lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
      <FilterPanel listing={listing} />
      <section aria-labelledby="products-title">
        <h2 id="products-title" className="sr-only">
          {t('listing.products')}
        </h2>
        <Toolbar listing={listing} />
        <ChosenFilters listing={listing} />
        <div className="mt-4">
          {listing.total === 0 ? (
            <p className="py-8 text-lg">{t('listing.noMatch')}</p>
          ) : (
            <ProductGrid
              id={gridId}
              products={products}
              columns={columns}
              isCompared={listing.choice.sort === unitPriceField}
            />
          )}
        </div>
        <LoadMore listing={listing} gridId={gridId} />
        <p className="mt-8 text-muted text-sm">{t('shop.vatNote')}</p>
      </section>
    </div>
  );
}

function Toolbar({ listing }: { listing: Listing }) {
  const { t } = useText();
  const opens = useOpens(filterPanel);
  const chosen = chosenOptions(listing.facets).length;
  return (
    <div className="sticky top-16 z-12 has-[[open]]:z-21 flex flex-wrap items-center justify-between gap-2 bg-page py-2 lg:static lg:mb-4 lg:gap-3 lg:p-0">
      {listing.facets.length > 0 && (
        <button
          type="button"
          {...opens}
          className={buttonClass('plain', 'max-lg:px-4 lg:hidden noscript:hidden')}
        >
          <Icon name="filter" className="size-5" />
          {t('filter.title')}
          {chosen > 0 && (
            <span className="tabular-nums rounded-full bg-accent px-2 text-on-accent">{chosen}</span>
          )}
        </button>
      )}
      <div className="hidden flex-1 lg:block">
        {/* It arranges pictures. */}
        {!apiSettings().low && <ColumnSwitch />}
      </div>
      <SortMenu listing={listing} />
    </div>
  );
}

function SortMenu({ listing }: { listing: Listing }) {
  const { t } = useText();
  const { choice, scope } = listing;
  const nameOf = (sort: string) =>
    // A listing has no other sorts.
    t(sort === 'position' && scope.text !== undefined ? 'sort.relevance' : listingSortNames[sort]!);
  return (
    <Menu
      className="min-w-0 flex-[1_1_8rem] sm:flex-none"
      icon="sort"
      label={
        <>
          <span className="sr-only">{t('listing.sortBy')}: </span>
          <span className="leading-tight max-sm:text-sm">{nameOf(choice.sort)}</span>
        </>
      }
    >
      <ul>
        {Object.keys(listingSorts).map((sort) => (
          <li key={sort}>
            <PageLink
              to={listingAddress(scope, { ...choice, sort, shown: pageSize })}
              preventScrollReset
              rel="nofollow"
              aria-current={sort === choice.sort ? 'true' : undefined}
              className="flex min-h-11 items-center whitespace-nowrap rounded-petal-small px-4 hover:bg-accent-subtle aria-current:font-bold aria-current:text-accent"
            >
              {nameOf(sort)}
            </PageLink>
          </li>
        ))}
      </ul>
    </Menu>
  );
}

/** The facets: beside the list on a wide screen, in a panel over it on a narrow one. */
function FilterPanel({ listing }: { listing: Listing }) {
  const { t } = useText();
  return (
    <Panel
      name={filterPanel}
      title={t('filter.title')}
      closeLabel={t('filter.close')}
      side="end"
      docked
      footer={
        <Button className="w-full" {...useCloses(filterPanel)}>
          {t('filter.showResults', { count: listing.total })}
        </Button>
      }
    >
      <FacetList listing={listing} />
    </Panel>
  );
}

/** How many pictures load eagerly: those a phone shows without scrolling. */
const inView = 2;

/**
 * Products in rows: two columns on a phone, one if the text is twice as large, and as many as the shopper chose on a
 * wide screen.
 */
function ProductGrid({
  products,
  columns,
  id,
  isCompared,
}: {
  products: readonly CardProduct[];
  columns: number;
  id: string;
  isCompared: boolean;
}) {
  return (
    <ul
      id={id}
      className={`grid grid-cols-[repeat(auto-fill,minmax(min(100%,8.25rem),1fr))] gap-x-4 gap-y-8 sm:grid-cols-3 md:gap-x-6 ${wide[columns] ?? wide[4]}`}
    >
      {products.map((product, index) => (
        <li key={product.id}>
          <ProductCard product={product} first={index < inView} isCompared={isCompared} />
        </li>
      ))}
    </ul>
  );
}

const wide: Record<number, string> = {
  2: 'lg:grid-cols-2',
  3: 'lg:grid-cols-3',
  4: 'lg:grid-cols-4',
  6: 'lg:grid-cols-6',
};
