import type { CardProduct } from '../catalogue/state/product-card-fields.ts';
import { useLiveCards } from '../catalogue/state/use-live-cards.ts';
import { ProductCard } from '../listing/components/product-card.tsx';
import { useText } from '../platform/i18n/text-context.tsx';
import '../platform/i18n/parts/lists-messages.ts';
import type { ListedProduct } from '../lists/listed-product.ts';
import { useFreshCards } from '../lists/use-current-cards.ts';
import { imagePath } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { InlineNotice } from '../ui/notices/inline-notice.tsx';

/**
 * The products of a list: as stored in the browser at once, and with current shop data after the response.
 * Unavailable products are marked and can be removed.
 */
export function ListedGrid({
  items,
  onRemove,
}: {
  items: readonly ListedProduct[];
  onRemove: (product: ListedProduct) => void;
}) {
  const { t } = useText();
  const { cards, failed } = useFreshCards(items);
  const bySku = new Map(useLiveCards(cards ?? none).map((card) => [card.sku, card]));
  return (
    <>
      {failed && (
        <div className="mb-6">
          <InlineNotice>{t('list.lastKnown')}</InlineNotice>
        </div>
      )}
      <ul className="grid grid-cols-2 gap-x-4 gap-y-8 sm:grid-cols-3 md:gap-x-6 lg:grid-cols-4">
        {items.map((item) => (
          <li key={item.sku}>
            {cards && !bySku.has(item.sku) ? (
              <UnavailableCard item={item} onRemove={onRemove} />
            ) : (
              <ProductCard product={bySku.get(item.sku) ?? asCard(item)} />
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

const none: readonly CardProduct[] = [];

/** A stored product as a card: its stock is unknown, so the card shows none. */
function asCard({ qty: _, added_at: __, ...card }: ListedProduct): CardProduct {
  return card;
}

function UnavailableCard({
  item,
  onRemove,
}: {
  item: ListedProduct;
  onRemove: (product: ListedProduct) => void;
}) {
  const { t } = useText();
  return (
    <article className="flex h-full flex-col gap-2">
      <img
        src={imagePath([310, 300], item.image)}
        alt=""
        width={310}
        height={300}
        loading="lazy"
        className="aspect-square rounded-petal bg-picture object-contain opacity-50 greyed"
      />
      <h3 className="line-clamp-3 pt-1 font-medium leading-snug">{item.name}</h3>
      <p className="font-semibold text-danger text-sm">{t('list.gone')}</p>
      <Button
        variant="plain"
        className="mt-auto"
        aria-label={t('list.removeNamed', { productName: item.name })}
        onClick={() => onRemove(item)}
      >
        {t('list.remove')}
      </Button>
    </article>
  );
}
