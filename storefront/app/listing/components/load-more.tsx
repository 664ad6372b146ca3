import { pageSize } from '@fynbos/core/shop.ts';
import { useEffect, useRef } from 'react';
import { createPath, Link, useNavigation } from 'react-router';
import { useText } from '../../platform/i18n/text-context.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { listingAddress } from '../state/listing-path.ts';
import type { Listing } from '../state/load-listing.ts';

/**
 * Loads more products until all are shown (CAT-4). It is a link to a longer page. On a hydrated page the
 * products are appended, and the focus moves to the first new one.
 */
export function LoadMore({ listing, gridId }: { listing: Listing; gridId: string }) {
  const { t } = useText();
  const navigation = useNavigation();
  const shown = listing.items.length;
  const next = { ...listing.choice, shown: listing.choice.shown + pageSize };
  const address = listingAddress(listing.scope, next);
  const loading = navigation.state === 'loading' && createPath(navigation.location).endsWith(address);
  const rememberStart = useFocusOnAdded(gridId, shown);

  const complete = shown >= listing.total;
  if (listing.total <= pageSize) return null;
  return (
    <div className="mt-10 grid grid-cols-1 justify-items-center gap-3">
      <p role="status" className="tabular-nums text-muted">
        {t('listing.shown', { shown, total: listing.total })}
      </p>
      <progress aria-hidden="true" value={shown} max={listing.total} className="list-progress" />
      {!complete && (
        <Link
          to={address}
          replace
          preventScrollReset
          rel="nofollow"
          onClick={rememberStart}
          aria-disabled={loading || undefined}
          className={buttonClass('plain', 'mt-2 min-w-[min(16rem,100%)]')}
        >
          {loading ? t('listing.loadingMore') : t('listing.loadMore')}
        </Link>
      )}
    </div>
  );
}

/** After products were added on request, moves the focus to the first new one without scrolling. */
function useFocusOnAdded(gridId: string, shown: number) {
  const from = useRef<number>(undefined);
  useEffect(() => {
    const start = from.current;
    if (start === undefined || shown <= start) return;
    from.current = undefined;
    const added = document.getElementById(gridId)?.children[start]?.querySelector('a');
    added?.focus({ preventScroll: true });
  }, [gridId, shown]);
  return () => {
    from.current = shown;
  };
}
