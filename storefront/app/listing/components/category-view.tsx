import { shop } from '@fynbos/core/shop.ts';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { BreadcrumbTrail } from '../../catalogue/components/breadcrumbs.tsx';
import { categoryPath, homePath } from '../../paths.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { useSeoTexts } from '../../platform/seo/seo-texts.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { InlineNotice } from '../../ui/notices/inline-notice.tsx';
import { okAction } from '../../ui/notices/notices.ts';
import { useNotices } from '../../ui/notices/notices-provider.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { PrefetchLink } from '../../ui/prefetch-link.tsx';
import { rememberListing } from '../state/listing-memory.ts';
import { isNarrowed } from '../state/listing-path.ts';
import type { CategoryLink, CategoryPageData } from '../state/load-category.ts';
import { CategoryHead } from './category-head.tsx';
import { ListingView } from './listing-view.tsx';

/** A category: breadcrumbs, subcategories and products. */
export function CategoryView({ page }: { page: CategoryPageData }) {
  const { t, label } = useText();
  const seo = useSeoTexts();
  const { pathname, search } = useLocation();
  useEffect(() => rememberListing(pathname + search, page), [pathname, search, page]);
  const { category, listing } = page;
  const description = label(category.description);
  const name = label(category.name);
  return (
    <div className="page-width pb-16">
      <PageHead
        title={t('shop.pageTitle', { page: name, shop: shop.name })}
        description={description || seo.description}
        canonical={categoryPath(category)}
        noIndex={isNarrowed(listing.choice)}
      />
      <BreadcrumbTrail crumbs={page.crumbs.slice(0, -1)} current={name} />
      <CategoryHead
        name={name}
        description={description}
        count={t('listing.count', { count: listing.total })}
        image={page.head}
        narrowImage={page.narrowHead}
        large={page.subcategories.length > 0}
      />
      <Subcategories links={page.subcategories} />
      <div className="mt-6">
        <ListingView listing={listing} empty={<EmptyCategory />} />
      </div>
    </div>
  );
}

function Subcategories({ links }: { links: readonly CategoryLink[] }) {
  const { t, label } = useText();
  if (links.length === 0) return null;
  return (
    <nav aria-label={t('listing.subcategories')} className="mt-4">
      <ul className="-mx-4 flex snap-x scroll-px-4 gap-2 overflow-x-auto px-4 pb-1 lg:mx-0 lg:flex-wrap lg:px-0">
        {links.map((link) => (
          <li key={link.id} className="shrink-0 snap-start">
            <PrefetchLink
              to={categoryPath(link)}
              className="inline-flex min-h-11 items-center rounded-petal-small border border-divider bg-surface px-4 font-medium hover:border-accent hover:text-accent"
            >
              {label(link.name)}
            </PrefetchLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Spec commerce 8: the named warning of an empty list, with OK and with a link to continue. */
function EmptyCategory() {
  const { t } = useText();
  const { notify } = useNotices();
  const notified = useRef(false);
  useEffect(() => {
    if (!notified.current) notify({ kind: 'warning', message: t('listing.empty'), action: okAction(t) });
    notified.current = true;
  }, [notify, t]);
  return (
    <InlineNotice icon="warning">
      <p className="text-lg">{t('listing.empty')}</p>
      <ButtonLink to={homePath} className="justify-self-start">
        {t('notFound.goHome')}
      </ButtonLink>
    </InlineNotice>
  );
}
