import { searchable } from '@fynbos/core/catalogue/listing.ts';
import { cleanLine } from '@fynbos/core/clean-text.ts';
import { shop, shortestSearch } from '@fynbos/core/shop.ts';
import { useEffect } from 'react';
import {
  type ClientLoaderFunctionArgs,
  data,
  Link,
  type LoaderFunctionArgs,
  useLocation,
} from 'react-router';
import { BreadcrumbTrail } from '../catalogue/components/breadcrumbs.tsx';
import { ListingView } from '../listing/components/listing-view.tsx';
import { recallListing, rememberListing } from '../listing/state/listing-memory.ts';
import { isNarrowed } from '../listing/state/listing-path.ts';
import { type Listing, loadListing } from '../listing/state/load-listing.ts';
import { apiSettings } from '../platform/api/api-settings.ts';
import { useText } from '../platform/i18n/text-context.tsx';
import { useSeoTexts } from '../platform/seo/seo-texts.ts';
import '../platform/i18n/parts/search-messages.ts';
import type { RenderableOfflinePage } from '../offline-catalog/components/offline-page.lazy.ts';
import { homePath, searchPath, searchPathFor } from '../paths.ts';
import { type DocumentData, documentData, readData } from '../platform/pages/document-data.ts';
import { pageHeaders, tagged } from '../platform/pages/page-headers.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { InlineNotice } from '../ui/notices/inline-notice.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { sidebarPanel } from '../ui/panels/panel-ids.ts';
import { useOpens } from '../ui/panels/panels-provider.tsx';
import { SearchField } from './search-field.tsx';

interface SearchPageData {
  text: string;
  /** Undefined when the text is too short to search for. */
  listing: Listing | undefined;
}

/** The typed text, cleaned and limited in length. */
function searchedText(typed: string): string {
  return cleanLine(typed).slice(0, 200);
}

export async function loader({ request }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  const text = searchedText(url.searchParams.get('q') ?? '');
  if (text.length < shortestSearch)
    return data<DocumentData<SearchPageData>>(
      { text, listing: undefined },
      tagged('search', 'messages/search'),
    );
  const listing = await loadListing({ filters: searchable(apiSettings().switches), text }, url, { request });
  const tags = ['search', 'product', ...listing.items.map(({ id }) => `P${id}`)];
  return data(documentData<SearchPageData>({ text, listing }), tagged(tags.join(' '), 'messages/search'));
}

export function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  return recallListing(request, async () => readData(await serverLoader<typeof loader>()));
}

export const headers = pageHeaders;

export default function SearchPage({
  loaderData,
}: {
  loaderData: DocumentData<SearchPageData | RenderableOfflinePage>;
}) {
  const page = readData(loaderData);
  return 'View' in page ? <page.View page={page} /> : <SearchView page={page} />;
}

/** The result of a search, with the same parts as every product list. */
function SearchView({ page }: { page: SearchPageData }) {
  const { t } = useText();
  const seo = useSeoTexts();
  const { pathname, search } = useLocation();
  const { text, listing } = page;
  useEffect(() => {
    if (listing) rememberListing(pathname + search, { ...page, listing });
  }, [pathname, search, page, listing]);
  const title = text ? t('search.title', { text }) : t('search.emptyTitle');
  return (
    <div className="page-width pb-16">
      <PageHead
        title={t('shop.pageTitle', { page: title, shop: shop.name })}
        description={seo.description}
        // One canonical address for all searches: search engines must not index pages for invented texts.
        canonical={searchPath}
        noIndex={listing && (listing.total === 0 || isNarrowed(listing.choice))}
      />
      <BreadcrumbTrail crumbs={[]} current={t('search.emptyTitle')} />
      <PageTitle count={listing && t('search.count', { count: listing.total })}>{title}</PageTitle>
      {!listing?.total && (
        <div className="-mx-2 my-2 max-w-2xl">
          <SearchField key={text} />
        </div>
      )}
      {text !== '' && !listing && (
        <InlineNotice>{t('search.tooShort', { count: shortestSearch })}</InlineNotice>
      )}
      {listing && <DidYouMean suggestions={listing.suggestions} />}
      {listing && (
        <div className="mt-6">
          <ListingView listing={listing} empty={<NothingFound text={text} />} />
        </div>
      )}
    </div>
  );
}

function DidYouMean({ suggestions }: { suggestions: readonly string[] }) {
  const { t } = useText();
  if (suggestions.length === 0) return null;
  return (
    <p className="mt-3 flex flex-wrap items-center gap-x-3 text-lg">
      {t('search.didYouMean')}
      {suggestions.map((suggestion) => (
        <Link
          key={suggestion}
          to={searchPathFor(suggestion)}
          className="inline-flex min-h-11 items-center font-semibold text-accent underline underline-offset-4"
        >
          {suggestion}
        </Link>
      ))}
    </p>
  );
}

function NothingFound({ text }: { text: string }) {
  const { t } = useText();
  const opens = useOpens(sidebarPanel);
  return (
    <InlineNotice icon="search" title={t('search.none', { text })}>
      <p>{t('search.noneHelp')}</p>
      <div className="mt-2 flex flex-wrap gap-3">
        <Button {...opens} className="noscript:hidden">
          {t('nav.allCategories')}
        </Button>
        <ButtonLink to={homePath} variant="plain">
          {t('notFound.goHome')}
        </ButtonLink>
      </div>
    </InlineNotice>
  );
}
