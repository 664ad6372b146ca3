import { useText } from '../i18n/text-context.tsx';
import { Button } from '../ui/button.tsx';
import '../i18n/needs/lists-messages.ts';
import { EmptyList } from './empty-list.tsx';
import { useStoredList } from './kept-list.ts';
import { ListedGrid } from './listed-grid.tsx';
import { recentlyViewed, removeFrom } from './product-lists.ts';

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
