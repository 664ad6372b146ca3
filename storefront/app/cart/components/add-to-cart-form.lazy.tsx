import '../../platform/i18n/parts/cart-messages.ts';
import { centsToDecimal } from '@fynbos/core/money.ts';
import { amountOf } from '@fynbos/core/pricing/line-amount.ts';
import { quantityProblem } from '@fynbos/core/stock/quantity.ts';
import { useEffect, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { type Choices, configured } from '../../catalogue/state/product-configuration.ts';
import type { PageChild, PageProduct } from '../../catalogue/state/product-details.ts';
import type { MissingPart, Part } from '../../catalogue/state/product-parts.ts';
import type { ChoiceState } from '../../catalogue/state/use-choices.ts';
import { loadStockChecks } from '../../network-tasks/stock-check-loader.ts';
import { cartPath } from '../../paths.ts';
import { apiSettings } from '../../platform/api/api-settings.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { QuantityField } from '../../stock/quantity-field.tsx';
import { useLiveStock } from '../../stock/use-live-stock.ts';
import { Button } from '../../ui/button.tsx';
import { focusFirstProblem } from '../../ui/forms/focus-first-error.ts';
import { Icon } from '../../ui/icons.tsx';
import { online } from '../../ui/lazy-component.tsx';
import { useNotices } from '../../ui/notices/notices-provider.tsx';
import { linesOf } from '../state/new-cart-line.ts';
import type { NewLine } from '../sync/cart-line.ts';
import { addToCart, openCart } from './cart-loader.ts';

/** Options chosen for a product that has more than variants. */
export interface Choosing {
  parts: readonly (Part | MissingPart)[];
  state: ChoiceState;
}

const noChoices: Choices = { custom: {}, bundle: {}, grouped: {} };

/** The quantity, the total price, and the button that adds to the cart. */
export function Buy({
  product,
  variant,
  choosing,
}: {
  product: PageProduct;
  variant: PageChild | undefined;
  choosing?: Choosing | undefined;
}) {
  const { t, price } = useText();
  useStockTasks();
  const [typed, setTyped] = useState('1');
  const lines = useLines(product, variant, choosing);
  const isGroup = product.type_id === 'grouped';
  const [first] = lines;
  const limit = first?.line.inStock && first.line.available ? first.line.available : undefined;
  const { refusal, isRefusing } = useRefusal(lines.map(({ line }) => line));
  const needsQuantity = !isGroup && !isRefusing && first !== undefined;
  const qty = isGroup ? 1 : Number(typed);
  const fits = !needsQuantity || quantityProblem(typed, limit) === undefined;
  return (
    <>
      <p className="hidden unscripted:block">{t('cart.buyNeedsScripts')}</p>
      <div className="mt-2 grid gap-1 unscripted:hidden">
        {needsQuantity && (
          <div className="flex flex-wrap items-start gap-x-6">
            <QuantityField value={typed} available={limit} onChange={setTyped} />
            {fits && qty > 1 && (
              <output className="figures mt-8 flex min-h-11 items-center font-bold text-xl">
                {price(amountOf(centsToDecimal(first.line.unit), qty))}
              </output>
            )}
          </div>
        )}
        <AddButton
          refusal={refusal}
          add={() => (fits && (choosing?.state.check() ?? true) ? { lines, qty } : undefined)}
        />
      </div>
    </>
  );
}

/** A product page also loads the code of offline stock checks. */
function useStockTasks(): void {
  useEffect(() => void online(loadStockChecks).catch(() => {}), []);
}

function useLines(product: PageProduct, variant: PageChild | undefined, choosing: Choosing | undefined) {
  const shown = variant ?? product;
  const { stock } = useLiveStock(shown.sku, shown.stock);
  return useMemo(() => {
    const of = { product, variant, parts: choosing?.parts ?? [] };
    return linesOf(of, choosing?.state.configured ?? configured(of, noChoices), stock);
  }, [product, variant, choosing?.parts, choosing?.state.configured, stock]);
}

/** Why the product cannot be bought at all, whatever options are chosen. */
function useRefusal(lines: readonly NewLine[]) {
  const { t } = useText();
  const { outOfStockInCart, zeroPriceProducts } = apiSettings().switches;
  const isUnknown = lines.some(({ unit }) => unit < 0 || (unit === 0 && !zeroPriceProducts));
  const isSoldOut = lines.some(({ inStock, available }) => !inStock || available === 0) && !outOfStockInCart;
  if (isUnknown) return { isRefusing: true, refusal: t('problem.price_unknown') };
  return { isRefusing: isSoldOut, refusal: isSoldOut ? t('problem.out_of_stock') : undefined };
}

interface Adding {
  lines: readonly { line: NewLine; qty: number }[];
  qty: number;
}

/** Adds to the cart or shows why not. Moves the focus to options that must be chosen first. */
function AddButton({ refusal, add }: { refusal: string | undefined; add: () => Adding | undefined }) {
  const { t } = useText();
  const { notify } = useNotices();
  const [state, setState] = useState<'adding' | 'added'>();
  const ahead = () => void openCart().catch(() => {});
  async function click(button: HTMLElement): Promise<void> {
    if (refusal) return notify({ kind: 'error', message: refusal });
    const adding = add();
    if (!adding || adding.lines.length === 0) return focusFirstProblem(button.closest('article'));
    setState('adding');
    try {
      const wasAdded = await addAll(adding);
      setState(wasAdded ? 'added' : undefined);
    } catch {
      setState(undefined);
      notify({ kind: 'error', message: t('problem.unreachable') });
    }
  }
  return (
    <>
      <Button
        aria-disabled={refusal !== undefined}
        onPointerEnter={ahead}
        onFocus={ahead}
        onClick={(event) => void click(event.currentTarget)}
        className="w-full py-3 text-lg aria-disabled:opacity-60 sm:max-w-md"
      >
        <Icon name={state ? 'check' : 'basket'} />
        {t('product.addToCart')}
      </Button>
      <p className="flex min-h-11 flex-wrap items-center gap-x-4 text-soft">
        {refusal}
        {state === 'added' && !refusal && (
          <>
            <span className="font-semibold text-leaf">{t('cart.inCart')}</span>
            <Link
              to={cartPath}
              className="inline-flex min-h-11 items-center text-leaf underline underline-offset-4"
            >
              {t('cart.show')}
            </Link>
          </>
        )}
      </p>
    </>
  );
}

/**
 * Adds each part of a group as a separate line.
 * @returns whether anything was added to the cart
 */
async function addAll({ lines, qty }: Adding): Promise<boolean> {
  const results = await Promise.all(lines.map(({ line, qty: each }) => addToCart(line, each * qty)));
  return results.includes(true);
}
