import { unitPriceField } from '@fynbos/core/catalogue/listing.ts';
import { pageSize } from '@fynbos/core/shop.ts';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { listingSortNames } from '../../catalogue/state/listing-sort-names.ts';
import { categoryPath } from '../../paths.ts';
import type { MessageId } from '../../platform/i18n/text.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { InlineNotice } from '../../ui/notices/inline-notice.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Menu } from '../../ui/panels/dropdown-menu.tsx';
import { type OfflineListPage, offlineSorts } from '../state/load-offline-page.ts';
import { OfflineProductCard } from './offline-product-card.tsx';
import { RetryOnlineButton } from './reload-button.tsx';

/** A product list from the offline catalog, with links to subcategories. */
export function OfflineListView({ page, title }: { page: OfflineListPage; title: string }) {
  const { t } = useText();
  const [pictures, setPictures] = useState(false);
  const { items, total } = page;
  return (
    <>
      <PageTitle count={t('listing.count', { count: total })}>{title}</PageTitle>
      <Below page={page} />
      {total === 0 ? (
        <div className="mt-6">
          <InlineNotice icon="search" title={t('search.none', { text: page.title })}>
            {t('search.noneHelp')}
          </InlineNotice>
        </div>
      ) : (
        <>
          <div className="my-4 flex items-center justify-between gap-2 max-[22rem]:flex-wrap">
            <Button
              variant="plain"
              className="max-sm:px-3"
              aria-pressed={pictures}
              onClick={() => setPictures(!pictures)}
            >
              {t('pocket.showPictures')}
            </Button>
            <SortMenu page={page} />
          </div>
          <ul className="grid grid-cols-2 gap-x-4 gap-y-8 sm:grid-cols-3 md:gap-x-6 lg:grid-cols-4">
            {items.map((product) => (
              <li key={product.id}>
                <OfflineProductCard
                  product={product}
                  pictures={pictures}
                  isCompared={page.sort === unitPriceField}
                />
              </li>
            ))}
          </ul>
          <More page={page} />
        </>
      )}
      <div className="mt-10 grid justify-items-center">
        <RetryOnlineButton />
      </div>
    </>
  );
}

function Below({ page: { below } }: { page: OfflineListPage }) {
  const { t, label } = useText();
  if (below.length === 0) return null;
  return (
    <nav aria-label={t('listing.subcategories')} className="mt-4">
      <ul className="-mx-4 flex gap-2 overflow-x-auto px-4 pb-1 lg:mx-0 lg:flex-wrap lg:px-0">
        {below.map((category) => (
          <li key={category.id} className="shrink-0">
            <ButtonLink to={categoryPath(category)} variant="plain">
              {label(category.name)}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const sortNames: Record<string, MessageId> = {
  ...listingSortNames,
  name: 'pocket.sortName',
};

function SortMenu({ page }: { page: OfflineListPage }) {
  const { t } = useText();
  const addressWith = useAddressWith();
  const nameOf = (sort: string) =>
    t(
      sort === 'position' && page.shows === 'search'
        ? 'sort.relevance'
        : (sortNames[sort] ?? 'sort.position'),
    );
  return (
    <Menu
      className="min-w-0 flex-1 sm:flex-none"
      icon="sort"
      label={
        <>
          <span className="sr-only">{t('listing.sortBy')}: </span>
          <span className="leading-tight max-sm:text-sm">{nameOf(page.sort)}</span>
        </>
      }
    >
      <ul>
        {Object.keys(offlineSorts).map((sort) => (
          <li key={sort}>
            <Link
              to={addressWith({ sort, shown: undefined })}
              preventScrollReset
              aria-current={sort === page.sort ? 'true' : undefined}
              className="flex min-h-11 items-center whitespace-nowrap rounded-petal-small px-4 hover:bg-accent-subtle aria-current:font-bold aria-current:text-accent"
            >
              {nameOf(sort)}
            </Link>
          </li>
        ))}
      </ul>
    </Menu>
  );
}

function More({ page: { items, total, shown } }: { page: OfflineListPage }) {
  const { t } = useText();
  const addressWith = useAddressWith();
  if (total <= pageSize) return null;
  return (
    <div className="mt-10 grid justify-items-center gap-3">
      <p role="status" className="tabular-nums text-muted">
        {t('listing.shown', { shown: items.length, total })}
      </p>
      {items.length < total && (
        <ButtonLink
          to={addressWith({ shown: String(shown + pageSize) })}
          variant="plain"
          replace
          preventScrollReset
        >
          {t('listing.loadMore')}
        </ButtonLink>
      )}
    </div>
  );
}

/** Builds the address of this page with changed query parameters. */
function useAddressWith() {
  const { search } = useLocation();
  return (changed: Record<string, string | undefined>): string => {
    const query = new URLSearchParams(search);
    for (const [name, value] of Object.entries(changed)) {
      if (value === undefined) query.delete(name);
      else query.set(name, value);
    }
    return `?${query}`;
  };
}
