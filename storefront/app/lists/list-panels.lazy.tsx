import { Link, useNavigate } from 'react-router';
import { comparePath, imagePath, productPath, wishlistPath } from '../paths.ts';
import { useText } from '../platform/i18n/text-context.tsx';
import '../platform/i18n/parts/lists-messages.ts';
import { useStore } from '../platform/state/store.ts';
import { Price } from '../pricing/price.tsx';
import { Button, ButtonLink, IconButton } from '../ui/button.tsx';
import { useNotices } from '../ui/notices/notices-provider.tsx';
import { Panel } from '../ui/panels/panel.tsx';
import { useOpenPanel, usePanels } from '../ui/panels/panels-provider.tsx';
import { replacement, replacementPanel, wishlistPanel } from './list-panels.ts';
import type { ListedProduct } from './listed-product.ts';
import { addTo, compareList, maxCompared, removeFrom, wishlist } from './product-lists.ts';
import { useStoredList } from './stored-list.ts';
import { useFreshCards } from './use-current-cards.ts';

export function ListPanels() {
  return (
    <>
      <WishlistPanel />
      <ReplacementPanel />
    </>
  );
}

/** The wishlist over the page (spec accounts 4.5); its page has the same products with all their actions. */
function WishlistPanel() {
  const { t } = useText();
  const open = useOpenPanel();
  const items = useStoredList(wishlist);
  const isOpen = open === wishlistPanel;
  return (
    <Panel
      name={wishlistPanel}
      title={t('wishlist.title')}
      closeLabel={t('notice.close')}
      side="end"
      footer={<ButtonLink to={wishlistPath}>{t('wishlist.openPage')}</ButtonLink>}
    >
      {isOpen && items.length > 0 && <WishedProducts items={items} />}
      {isOpen && items.length === 0 && (
        <div className="grid gap-2">
          <p className="font-bold">{t('wishlist.empty')}</p>
          <p className="text-muted">{t('wishlist.emptyLead')}</p>
        </div>
      )}
    </Panel>
  );
}

function WishedProducts({ items }: { items: readonly ListedProduct[] }) {
  const { t } = useText();
  const { cards } = useFreshCards(items);
  return (
    <ul>
      {items.map((item) => {
        const card = cards?.find(({ sku }) => sku === item.sku);
        return (
          <li key={item.sku} className="flex items-start gap-3 border-divider border-b py-3">
            <Thumbnail image={item.image} />
            <div className="min-w-0 flex-1">
              <Link
                to={productPath(item)}
                className="inline-flex min-h-6 items-center font-medium hover:text-accent hover:underline"
              >
                {item.name}
              </Link>
              {cards && !card ? (
                <p className="font-semibold text-danger text-sm">{t('list.gone')}</p>
              ) : (
                <Price of={card ?? item} />
              )}
            </div>
            <IconButton
              icon="close"
              label={t('list.removeNamed', { productName: item.name })}
              onClick={() => removeFrom(wishlist, item.sku)}
            />
          </li>
        );
      })}
    </ul>
  );
}

/** Four products fit side by side: the shopper chooses the one that the fifth replaces. */
function ReplacementPanel() {
  const { t } = useText();
  const { close } = usePanels();
  const open = useOpenPanel();
  const { notify } = useNotices();
  const navigate = useNavigate();
  const items = useStoredList(compareList).slice(0, maxCompared);
  const product = useStore(replacement, undefined);
  const replace = (sku: string) => {
    if (!product) return;
    removeFrom(compareList, sku);
    addTo(compareList, product);
    close(replacementPanel);
    const action = { label: t('list.show'), run: () => void navigate(comparePath) };
    notify({ kind: 'success', message: t('compare.added', { productName: product.name }), action });
  };
  return (
    <Panel
      name={replacementPanel}
      title={t('compare.replaceTitle')}
      closeLabel={t('notice.close')}
      side="end"
    >
      {open === replacementPanel && product && (
        <>
          <p>{t('compare.replaceLead', { count: items.length, productName: product.name })}</p>
          <ul className="mt-4 grid gap-3">
            {items.map((item) => (
              <li key={item.sku} className="flex items-center gap-3">
                <Thumbnail image={item.image} />
                <Button
                  variant="plain"
                  className="min-w-0 flex-1 wrap-anywhere"
                  onClick={() => replace(item.sku)}
                >
                  {t('compare.replace', { productName: item.name })}
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
}

function Thumbnail({ image }: { image: string }) {
  return (
    <img
      src={imagePath([150, 150], image)}
      alt=""
      width={150}
      height={150}
      loading="lazy"
      className="size-16 rounded-petal-small bg-picture object-contain"
    />
  );
}
