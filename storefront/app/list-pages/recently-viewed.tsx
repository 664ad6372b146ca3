import { useText } from '../platform/i18n/text-context.tsx';
import { Button } from '../ui/button.tsx';
import '../platform/i18n/parts/lists-messages.ts';
import { recentlyViewed, removeFrom } from '../lists/product-lists.ts';
import { useStoredList } from '../lists/stored-list.ts';
import { EmptyList } from './empty-list.tsx';
import { ListedGrid } from './listed-grid.tsx';

/**
 * All recently viewed products stored in this browser, newest first: the content of
 * `/my-account/recently-viewed`.
 */
export function RecentlyViewed() {
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
