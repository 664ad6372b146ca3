import '../../platform/i18n/parts/cart-messages.ts';
import { centsToDecimal } from '@fynbos/core/money.ts';
import { amountOf } from '@fynbos/core/pricing/line-amount.ts';
import { minPurchasable, quantityProblem } from '@fynbos/core/stock/quantity.ts';
import { useEffect, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { configured, noChoices } from '../../catalogue/state/product-configuration.ts';
import type { PageChild, PageProduct } from '../../catalogue/state/product-details.ts';
import type { MissingPart, Part } from '../../catalogue/state/product-parts.ts';
import type { ChoiceState } from '../../catalogue/state/use-choices.ts';
import { loadStockChecks } from '../../network-tasks/stock-check-loader.ts';
import { cartPath } from '../../paths.ts';
import { apiSettings } from '../../platform/api/api-settings.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { isAmountUnknown } from '../../pricing/unknown-price.ts';
import { QuantityField } from '../../stock/quantity-field.tsx';
import { useLiveStock } from '../../stock/use-live-stock.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { focusFirstProblem } from '../../ui/forms/focus-first-error.ts';
import { Icon } from '../../ui/icons.tsx';
import { online } from '../../ui/lazy-component.tsx';
import { useNotices } from '../../ui/notices/notices-provider.tsx';
import { dealProgress } from '../state/deal-progress.ts';
import { linesOf } from '../state/new-cart-line.ts';
import { useCartLines } from '../state/use-cart.ts';
import type { NewLine } from '../sync/cart-view.ts';
import { DealNotes } from './cart-line-notes.tsx';
import { loadCart } from './cart-loader.ts';
import { useAddLines } from './use-add-lines.ts';

/** Options chosen for a product that has more than variants. */
export interface Choosing {
  parts: readonly (Part | MissingPart)[];
  state: ChoiceState;
}

/** The promotions, the quantity, the total price, and the button that adds to the cart. */
export function AddToCartForm({
  product,
  variant,
  choosing,
  similar,
}: {
  product: PageProduct;
  variant: PageChild | undefined;
  choosing?: Choosing | undefined;
  /** Where products like this one are, should it be sold out. */
  similar: string;
}) {
  const { t, price } = useText();
  useStockTasks();
  const shown = variant ?? product;
  const [typed, setTyped] = useState(() => String(minPurchasable(shown.stock)));
  const lines = useLines({ product, variant, choosing, qty: Number(typed) });
  const isGroup = product.type_id === 'grouped';
  const isSoldOut = useLiveStock(shown.sku, shown.stock).stock?.is_in_stock === false;
  const [first] = lines;
  const limit = first?.line.inStock && first.line.available ? first.line.available : undefined;
  const { refusal, isRefusing } = useRefusal(
    lines.map(({ line }) => line),
    Object.values({ ...product.errors, ...variant?.errors }),
  );
  const needsQuantity = !isGroup && !isRefusing && first !== undefined;
  const qty = isGroup ? 1 : Number(typed);
  const fits = !needsQuantity || quantityProblem(typed, limit, first.line.minimum) === undefined;
  return (
    <>
      <ProductDeals product={product} />
      {!isSoldOut && <p className="hidden noscript:block">{t('cart.buyNeedsScripts')}</p>}
      <div className="mt-2 grid gap-1 noscript:hidden">
        {needsQuantity && !isSoldOut && (
          <div className="flex flex-wrap items-start gap-x-6">
            <QuantityField value={typed} available={limit} minimum={first.line.minimum} onChange={setTyped} />
            {fits && qty > 1 && (
              <output className="tabular-nums mt-8 flex min-h-11 items-center font-bold text-xl">
                {price(amountOf(centsToDecimal(first.line.unit), qty))}
              </output>
            )}
          </div>
        )}
        {isSoldOut ? (
          <ButtonLink to={similar} variant="plain" className="my-2 min-h-12 w-full text-lg sm:max-w-md">
            {t('cart.similar')}
          </ButtonLink>
        ) : (
          <AddButton
            refusal={refusal}
            name={product.name}
            amount={needsQuantity && fits ? amountOf(centsToDecimal(first.line.unit), qty) : undefined}
            add={() => (fits && (choosing?.state.check() ?? true) ? { lines, qty } : undefined)}
          />
        )}
      </div>
    </>
  );
}

/** The promotions of a product. For those that the cart has begun: what each saves now, or how many units it lacks. */
function ProductDeals({ product }: { product: PageProduct }) {
  const { begun, labels } = dealProgress(product, useCartLines());
  return (
    <div className="grid gap-1 empty:hidden">
      <DealNotes {...begun} />
      <DealNotes deals={labels} />
    </div>
  );
}

/** A product page also loads the code of offline stock checks. */
function useStockTasks(): void {
  useEffect(() => void online(loadStockChecks).catch(() => {}), []);
}

/** The lines of the chosen quantity: a price tier may apply to it. */
function useLines({
  product,
  variant,
  choosing,
  qty,
}: {
  product: PageProduct;
  variant: PageChild | undefined;
  choosing: Choosing | undefined;
  qty: number;
}) {
  const shown = variant ?? product;
  const { stock } = useLiveStock(shown.sku, shown.stock);
  return useMemo(() => {
    const of = { product, variant, parts: choosing?.parts ?? [] };
    return linesOf(of, configured(of, choosing?.state.choices ?? noChoices, qty), stock);
  }, [product, variant, choosing?.parts, choosing?.state.choices, qty, stock]);
}

/**
 * Why the product cannot be bought at all, whatever options are chosen.
 * @param blockers the `errors` of the product (spec commerce 5)
 */
function useRefusal(lines: readonly NewLine[], blockers: readonly string[]) {
  const { t } = useText();
  const { outOfStockInCart } = apiSettings().switches;
  const isUnknown = lines.some(({ unit }) => isAmountUnknown(unit));
  const isSoldOut = lines.some(({ inStock, available }) => !inStock || available === 0) && !outOfStockInCart;
  if (blockers.length > 0) return { isRefusing: true, refusal: blockers.join(' ') };
  if (isUnknown) return { isRefusing: true, refusal: t('problem.price_unknown') };
  return { isRefusing: isSoldOut, refusal: isSoldOut ? t('problem.out_of_stock') : undefined };
}

interface Adding {
  lines: readonly { line: NewLine; qty: number }[];
  qty: number;
}

/**
 * Adds to the cart or shows why not. Moves the focus to options that must be chosen first. On a phone a bar at the bottom
 * of the window has the price and the same button while this one is out of view.
 */
function AddButton({
  refusal,
  name,
  amount,
  add,
}: {
  refusal: string | undefined;
  name: string;
  /** What the chosen quantity costs, tax included, if it is known. */
  amount: number | undefined;
  add: () => Adding | undefined;
}) {
  const { t, price } = useText();
  const { notify } = useNotices();
  const addLines = useAddLines();
  const [state, setState] = useState<'adding' | 'added'>();
  const ahead = () => void loadCart().catch(() => {});
  async function click(button: HTMLElement): Promise<void> {
    if (refusal) return notify({ kind: 'error', message: refusal });
    const adding = add();
    if (!adding || adding.lines.length === 0) return focusFirstProblem(button.closest('article'));
    setState('adding');
    const { lines, qty } = adding;
    const wasAdded = await addLines(
      button,
      lines.map((part) => ({ line: part.line, qty: part.qty * qty })),
    );
    setState(wasAdded ? 'added' : undefined);
  }
  const handlers = {
    'aria-disabled': refusal !== undefined,
    onPointerEnter: ahead,
    onFocus: ahead,
    onClick: (event: React.MouseEvent<HTMLButtonElement>) => void click(event.currentTarget),
  };
  const content = (
    <>
      <Icon name={state ? 'check' : 'basket'} />
      {t('product.addToCart')}
    </>
  );
  return (
    <div className="buy-buttons">
      <Button {...handlers} className="buy-button w-full py-3 text-lg aria-disabled:opacity-60 sm:max-w-md">
        {content}
      </Button>
      <div className="buy-bar">
        {amount !== undefined && (
          <p className="tabular-nums wrap-anywhere min-w-0 font-extrabold text-xl leading-tight">
            {price(amount)}
          </p>
        )}
        <Button
          {...handlers}
          aria-label={t('product.addNamed', { product: name })}
          className="ml-auto min-w-min flex-1 aria-disabled:opacity-60"
        >
          {content}
        </Button>
      </div>
      <p className="flex min-h-6 flex-wrap items-center gap-x-4 text-muted">
        {refusal}
        {state === 'added' && !refusal && (
          <>
            <span className="font-semibold text-accent">{t('cart.inCart')}</span>
            <Link
              to={cartPath}
              className="inline-flex min-h-11 items-center text-accent underline underline-offset-4"
            >
              {t('cart.show')}
            </Link>
          </>
        )}
      </p>
    </div>
  );
}
