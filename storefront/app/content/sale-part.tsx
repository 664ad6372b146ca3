import { useEffect } from 'react';
import { useLocation } from 'react-router';
import type { Listing } from '../catalogue/listing-data.ts';
import { rememberListing } from '../catalogue/listing-memory.ts';
import { ListingView } from '../catalogue/listing-view.tsx';
import { useText } from '../i18n/text-context.tsx';
import '../i18n/needs/content-messages.ts';
import { homePath } from '../paths.ts';
import { ButtonLink } from '../ui/button.tsx';
import { InlineNotice } from '../ui/notice-box.tsx';
import type { ContentPageData } from './load-content.ts';

/** The products on special, below the page's text. */
export function SalePart({ data, listing }: { data: ContentPageData; listing: Listing }) {
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
    <div className="mt-6">
      <ListingView listing={listing} empty={empty} />
    </div>
  );
}
