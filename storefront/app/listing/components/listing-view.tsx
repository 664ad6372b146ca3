import { listingSorts } from '@fynbos/core/catalogue/listing.ts';
import { pageSize } from '@fynbos/core/shop.ts';
import { Link } from 'react-router';
import { useLiveCards } from '../../catalogue/state/use-live-cards.ts';
import type { MessageId } from '../../platform/i18n/text.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Menu } from '../../ui/panels/dropdown-menu.tsx';
import { Panel } from '../../ui/panels/panel.tsx';
import { useOpens, usePanels } from '../../ui/panels/panels-provider.tsx';
import { chosenOptions } from '../state/facets.ts';
import { listingAddress } from '../state/listing-path.ts';
import type { Listing } from '../state/load-listing.ts';
import { ColumnSwitch, useColumns } from './column-switch.tsx';
import { ChosenFilters, FacetList } from './facet-list.tsx';
import { LoadMore } from './load-more.tsx';
import { ProductGrid } from './product-grid.tsx';

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
            <ProductGrid id={gridId} products={products} columns={columns} leading />
          )}
        </div>
        <LoadMore listing={listing} gridId={gridId} />
        <p className="mt-8 text-soft text-sm">{t('shop.vatNote')}</p>
      </section>
    </div>
  );
}

function Toolbar({ listing }: { listing: Listing }) {
  const { t } = useText();
  const opens = useOpens(filterPanel);
  const chosen = chosenOptions(listing.facets).length;
  return (
    <div className="mb-4 flex items-center justify-between gap-2 lg:gap-3">
      {listing.facets.length > 0 && (
        <button
          type="button"
          {...opens}
          className={buttonClass('plain', 'max-lg:px-4 lg:hidden unscripted:hidden')}
        >
          <Icon name="filter" className="size-5" />
          {t('filter.title')}
          {chosen > 0 && <span className="figures rounded-full bg-leaf px-2 text-on-leaf">{chosen}</span>}
        </button>
      )}
      <div className="hidden flex-1 lg:block">
        <ColumnSwitch />
      </div>
      <SortMenu listing={listing} />
    </div>
  );
}

function SortMenu({ listing }: { listing: Listing }) {
  const { t } = useText();
  const { choice, scope } = listing;
  const names: Record<string, MessageId> = {
    position: scope.text === undefined ? 'sort.position' : 'sort.relevance',
    final_price: 'sort.priceAscending',
    'final_price:desc': 'sort.priceDescending',
  };
  return (
    <Menu
      className="min-w-0 flex-1 sm:flex-none"
      icon="sort"
      label={
        <>
          <span className="sr-only">{t('listing.sortBy')}: </span>
          <span className="truncate">{t(names[choice.sort]!)}</span>
        </>
      }
    >
      <ul>
        {Object.keys(listingSorts).map((sort) => (
          <li key={sort}>
            <Link
              to={listingAddress(scope.text, { ...choice, sort, shown: pageSize })}
              preventScrollReset
              rel="nofollow"
              aria-current={sort === choice.sort ? 'true' : undefined}
              className="flex min-h-11 items-center whitespace-nowrap rounded-petal-small px-4 hover:bg-leaf-tint aria-current:font-bold aria-current:text-leaf"
            >
              {t(names[sort]!)}
            </Link>
          </li>
        ))}
      </ul>
    </Menu>
  );
}

/** The facets: beside the list on a wide screen, in a panel over it on a narrow one. */
function FilterPanel({ listing }: { listing: Listing }) {
  const { t } = useText();
  const { close } = usePanels();
  return (
    <Panel
      name={filterPanel}
      title={t('filter.title')}
      closeLabel={t('filter.close')}
      side="end"
      docked
      footer={
        <Button
          className="w-full"
          onClick={() => close(filterPanel)}
          command="close"
          commandfor={filterPanel}
        >
          {t('filter.showResults', { count: listing.total })}
        </Button>
      }
    >
      <FacetList listing={listing} />
    </Panel>
  );
}
