import { useText } from '../i18n/text-context.tsx';
import { Button } from '../ui/button.tsx';
import '../i18n/needs/lists-messages.ts';
import { EmptyList } from './empty-list.tsx';
import { useKept } from './kept-list.ts';
import { ListedGrid } from './listed-grid.tsx';
import { recentlyViewed, removeFrom } from './product-lists.ts';

/** Everything this browser remembers having shown, newest first: what `/my-account/recently-viewed` is made of. */
export function RecentlyViewed() {
  const { t } = useText();
  const items = useKept(recentlyViewed);
  if (items.length === 0) return <EmptyList icon="star" title={t('recent.empty')} />;
  return (
    <div className="grid gap-8">
      <ListedGrid items={items} onRemove={({ sku }) => removeFrom(recentlyViewed, sku)} />
      <Button look="plain" className="justify-self-start" onClick={() => recentlyViewed.set([])}>
        {t('list.clear')}
      </Button>
    </div>
  );
}
