import { comparePath, wishlistPath } from '../paths.ts';
import { useText } from '../platform/i18n/text-context.tsx';
import '../platform/i18n/parts/lists-messages.ts';
import { useNavigate } from 'react-router';
import { LateIcon } from '../ui/deferred-icon.tsx';
import { useNotices } from '../ui/notices/notices-provider.tsx';
import { usePanels } from '../ui/panels/panels-provider.tsx';
import type { Listable } from './list-panels.ts';
import { offerReplacement, openWishlist } from './list-panels-loader.ts';
import type { ListedProduct } from './listed-product.ts';
import { addTo, compareList, maxCompared, removeFrom, wishlist } from './product-lists.ts';
import { type StoredList, useStoredList } from './stored-list.ts';

type Kind = 'wishlist' | 'compare';

const kinds = {
  wishlist: { list: wishlist, path: wishlistPath, icon: 'heart' },
  compare: { list: compareList, path: comparePath, icon: 'scale' },
} as const satisfies Record<Kind, { list: StoredList<ListedProduct>; path: string; icon: string }>;

/** Whether a product is on a list, and the action that adds or removes it and notifies the shopper (ACC-6). */
function useListing(kind: Kind, product: Listable) {
  const { t } = useText();
  const { notify } = useNotices();
  const { show: showPanel } = usePanels();
  const navigate = useNavigate();
  const { list, path } = kinds[kind];
  const items = useStoredList(list);
  const listed = items.some(({ sku }) => sku === product.sku);
  const productName = product.name;
  const goToPage = () => void navigate(path);
  const run = () => {
    if (kind === 'compare') goToPage();
    else openWishlist(showPanel).catch(goToPage);
  };
  const show = { label: t('list.show'), run };
  const reportFull = () =>
    notify({ kind: 'warning', message: t('compare.full', { count: maxCompared }), action: show });

  function toggle(): void {
    if (!listed && kind === 'compare' && items.length >= maxCompared) {
      offerReplacement(product, showPanel).catch(reportFull);
      return;
    }
    if (listed) removeFrom(list, product.sku);
    else addTo(list, product);
    const message = t(listed ? `${kind}.removed` : `${kind}.added`, { productName });
    notify({ kind: 'success', message, ...(listed ? {} : { action: show }) });
  }

  return { listed, toggle, icon: kinds[kind].icon, label: t(listed ? `${kind}.remove` : `${kind}.add`) };
}

/** The heart or the scales: pressed while the product is on the list. */
export function ListButton({
  kind,
  product,
  variant = 'small',
}: {
  kind: Kind;
  product: Listable;
  variant?: 'small' | 'wide';
}) {
  const { listed, toggle, icon, label } = useListing(kind, product);
  const wide = variant === 'wide';
  return (
    <button
      type="button"
      aria-pressed={listed}
      aria-label={wide ? undefined : `${label}: ${product.name}`}
      title={wide ? undefined : label}
      onClick={toggle}
      className={wide ? wideButtonClass : smallButtonClass}
    >
      <span className={wide ? '' : 'rounded-full bg-surface/90 p-1.5 shadow-lift'}>
        <LateIcon name={icon} filled={listed} className="size-5" />
      </span>
      {wide && label}
    </button>
  );
}

/** The classes of the buttons where there is space for a label. */
export const wideButtonClass =
  'inline-flex min-h-11 items-center gap-2 rounded-petal-small px-3 py-2 font-semibold text-accent hover:bg-accent-subtle';
const smallButtonClass = 'flex size-11 items-center justify-center text-default hover:text-accent';
