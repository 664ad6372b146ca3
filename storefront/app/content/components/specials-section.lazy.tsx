import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { ListingView } from '../../listing/components/listing-view.tsx';
import { rememberListing } from '../../listing/state/listing-memory.ts';
import type { Listing } from '../../listing/state/load-listing.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import '../../platform/i18n/parts/content-messages.ts';
import '../../platform/i18n/parts/home-messages.ts';
import type { Banner } from '../../listing/state/banners.ts';
import { homePath } from '../../paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { InlineNotice } from '../../ui/notices/inline-notice.tsx';
import type { ContentPageData } from '../state/load-content.ts';
import { SmallBanner } from './banner-views.tsx';

/** The products on special, below the page's text. */
export function SpecialsSection({ data, listing }: { data: ContentPageData; listing: Listing }) {
  const { t } = useText();
  const { pathname, search } = useLocation();
  useEffect(
    () => rememberListing(pathname + search, { ...data, listing }),
    [pathname, search, data, listing],
  );
  const empty = (
    <InlineNotice icon="tag">
      <p className="text-lg">{t('sale.none')}</p>
      <ButtonLink to={homePath} className="justify-self-start">
        {t('notFound.goHome')}
      </ButtonLink>
    </InlineNotice>
  );
  return (
    <div className="mt-6 grid gap-6">
      <Promoted banners={data.promoted ?? []} />
      <ListingView listing={listing} empty={empty} />
    </div>
  );
}

/** The promoted specials of the store view. */
function Promoted({ banners }: { banners: readonly Banner[] }) {
  if (banners.length === 0) return null;
  return (
    <div className="grid gap-4 md:grid-cols-2 md:gap-6">
      {banners.map((banner) => (
        <SmallBanner key={banner.id} banner={banner} />
      ))}
    </div>
  );
}
