import { useMemo } from 'react';
import { ProductStrip } from '../listing/components/product-strip.tsx';
import { useText } from '../platform/i18n/text-context.tsx';
import '../platform/i18n/parts/lists-messages.ts';
import { recentlyViewed } from '../lists/product-lists.ts';
import { useStoredList } from '../lists/stored-list.ts';
import { useFreshCards } from '../lists/use-current-cards.ts';

/** How many products fit into a row on a wide screen; a phone scrolls through them. */
const shown = 4;

/**
 * The products viewed before this one (PDP-7). The strip is at the end of the page, where its late
 * rendering moves nothing. Unavailable products are left out.
 */
export function RecentStrip({ besides }: { besides: string }) {
  const { t } = useText();
  const seen = useStoredList(recentlyViewed);
  const items = useMemo(() => seen.filter(({ sku }) => sku !== besides).slice(0, shown), [seen, besides]);
  const { cards } = useFreshCards(items);
  const products = useMemo(
    () => (cards ? items.flatMap(({ sku }) => cards.find((card) => card.sku === sku) ?? []) : items),
    [cards, items],
  );
  if (products.length === 0) return null;
  return (
    <section className="mt-14">
      <h2 className="mb-4 font-bold text-2xl">{t('recent.title')}</h2>
      <ProductStrip products={products} />
    </section>
  );
}
