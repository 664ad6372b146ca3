import { centsToDecimal, timesQuantity } from '@fynbos/core/money.ts';
import { useState } from 'react';
import { useAddLines } from '../../cart/components/use-add-lines.ts';
import { lineOfCard } from '../../cart/state/new-cart-line.ts';
import { ProductCard } from '../../listing/components/product-card.tsx';
import { cartPath } from '../../paths.ts';
import '../../platform/i18n/parts/cart-messages.ts';
import '../../platform/i18n/parts/content-messages.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { isAddable, type NeededProduct } from '../state/page-products.ts';

/** The products that a page is about, such as the ingredients of a recipe, and a button that adds them all (spec D67). */
export function PageProducts({ products }: { products: readonly NeededProduct[] }) {
  const { t } = useText();
  return (
    <section aria-labelledby="products" className="mt-8 border-divider border-t pt-6">
      <h2 id="products" className="font-bold text-xl">
        {t('content.products')}
      </h2>
      <ul className="mt-4 grid grid-cols-2 gap-x-4 gap-y-8 sm:grid-cols-3 md:gap-x-6 lg:grid-cols-4">
        {products.map(({ product, qty }) => (
          <li key={product.id} className="flex flex-col">
            <ProductCard product={product} />
            {qty > 1 && <p className="pt-1 text-sm">{t('content.needed', { count: qty })}</p>}
          </li>
        ))}
      </ul>
      <AddAll products={products.filter(isAddable)} />
    </section>
  );
}

/** Adds each product in its quantity. Those that need a choice or are sold out are left to their tiles. */
function AddAll({ products }: { products: readonly NeededProduct[] }) {
  const { t, price } = useText();
  const addLines = useAddLines();
  const [state, setState] = useState<'ready' | 'adding' | 'added'>('ready');
  if (products.length < 2) return null;
  const lines = products.map(({ product, qty }) => {
    const line = lineOfCard(product);
    return { line, qty: Math.max(qty, line.minimum ?? 1) };
  });
  const amounts = lines.map(({ line, qty }) => timesQuantity(line.unit, qty));
  const total = centsToDecimal(amounts.reduce((sum, amount) => sum + amount, 0));
  async function add(pressed: Element): Promise<void> {
    setState('adding');
    setState((await addLines(pressed, lines)) ? 'added' : 'ready');
  }
  if (state === 'added')
    return (
      <div ref={focusNow} tabIndex={-1} className="mt-6 grid sm:justify-start">
        <ButtonLink to={cartPath}>{t('cart.show')}</ButtonLink>
      </div>
    );
  return (
    <Button
      className="mt-6 w-full sm:w-auto noscript:hidden"
      disabled={state === 'adding'}
      onClick={(event) => void add(event.currentTarget)}
    >
      {t('content.addAll', { count: products.length, total: price(total) })}
    </Button>
  );
}

/** The link replaces the button that had the focus. */
const focusNow = (element: HTMLElement | null): void => element?.focus({ preventScroll: true });
