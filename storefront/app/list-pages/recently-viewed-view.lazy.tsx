import '../platform/i18n/parts/account-messages.ts';
import '../platform/i18n/parts/lists-messages.ts';
import { AccountPageFrame } from '../accounts/components/account-page-frame.tsx';
import { recentlyViewed, removeFrom } from '../lists/product-lists.ts';
import { useStoredList } from '../lists/stored-list.ts';
import { useText } from '../platform/i18n/text-context.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyList } from './empty-list.tsx';
import { ListedGrid } from './listed-grid.tsx';

/** The products that this browser showed last, newest first; at most twenty (PDP-7). */
export default function RecentlyViewedView() {
  const { t } = useText();
  return (
    <AccountPageFrame title={t('account.recentlyViewed')}>
      <RecentlyViewed />
    </AccountPageFrame>
  );
}

/**
 * All recently viewed products stored in this browser, newest first: the content of
 * `/my-account/recently-viewed`.
 */
function RecentlyViewed() {
  const { t } = useText();
  const items = useStoredList(recentlyViewed);
  if (items.length === 0) return <EmptyList icon="star" title={t('recent.empty')} />;
  return (
    <div className="grid gap-8">
      <ListedGrid items={items} onRemove={({ sku }) => removeFrom(recentlyViewed, sku)} />
      <Button variant="plain" className="justify-self-start" onClick={() => recentlyViewed.set([])}>
        {t('list.clear')}
      </Button>
    </div>
  );
}
