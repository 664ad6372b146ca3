import { lineKey } from '@fynbos/core/cart/cart-line.ts';
import { type ComponentProps, type ComponentType, useEffect, useMemo, useRef, useState } from 'react';
import { requiresChoice } from '../../catalogue/state/choice-required.ts';
import type { CardProduct } from '../../catalogue/state/product-card-fields.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { loadCart, useIsCartLoaded } from './cart-loader.ts';
import '../../platform/i18n/parts/cart-messages.ts';
import { productPath, similarHash } from '../../paths.ts';
import { isOrderable } from '../../pricing/unknown-price.ts';
import { Icon } from '../../ui/icons.tsx';
import { PrefetchLink } from '../../ui/prefetch-link.tsx';
import { lineOfCard } from '../state/new-cart-line.ts';
import { useAddLines } from './use-add-lines.ts';

type Stepper = ComponentType<ComponentProps<typeof import('./product-card-stepper.lazy.tsx').CardStepper>>;
let fetched: Stepper | undefined;

/**
 * The stepper of a card, once the cart is open. If the line disappears meanwhile the button remains, and
 * each click tries again.
 */
function useStepper(isLoaded: boolean, clicked: boolean): Stepper | undefined {
  const [CardStepper, setStepper] = useState(() => fetched);
  useEffect(() => {
    if (!isLoaded || CardStepper || clicked) return;
    import('./product-card-stepper.lazy.tsx').then(
      (part) => {
        fetched = part.CardStepper;
        setStepper(() => fetched);
      },
      () => {},
    );
  }, [isLoaded, CardStepper, clicked]);
  return isLoaded ? CardStepper : undefined;
}

const shape =
  'inline-flex min-h-11 min-w-11 items-center justify-center rounded-full font-semibold leading-tight shadow-lift';
const linkShape = `${shape} border border-accent bg-surface text-accent hover:bg-accent-subtle`;

/** The lower right corner of a card's picture, where its buy control is. */
export function PictureCorner({ children }: { children: React.ReactNode }) {
  return <div className="picture-corner noscript:hidden">{children}</div>;
}

/**
 * The buy control over the picture of a card: a button, a link to the page where options must be chosen first, or a link to
 * products like a sold-out one.
 */
export function AddToCartButton({ product }: { product: CardProduct }) {
  const { t } = useText();
  if (product.stock?.is_in_stock === false) {
    return (
      <PrefetchLink
        to={`${productPath(product, product.childSku)}${similarHash}`}
        aria-label={t('cart.similarNamed', { product: product.name })}
        className={`${linkShape} px-3 py-1 text-sm`}
      >
        {t('cart.similar')}
      </PrefetchLink>
    );
  }
  if (requiresChoice(product) || !isOrderable(product)) {
    return (
      <PrefetchLink
        to={productPath(product, product.childSku)}
        aria-label={t('cart.chooseNamed', { product: product.name })}
        className={linkShape}
      >
        <Icon name="right" />
      </PrefetchLink>
    );
  }
  return <OneClick product={product} />;
}

/**
 * Adds one unit, or the minimum of an order; then the quantity in the cart replaces the button. Until then the button stays the same,
 * since it may be pressed.
 */
function OneClick({ product }: { product: CardProduct }) {
  const { t } = useText();
  const addLines = useAddLines();
  const [clicked, setClicked] = useState(false);
  const [inCart, setInCart] = useState(false);
  const hadFocus = useRef(false);
  const place = useFocusRestored(inCart, hadFocus);
  const isLoaded = useIsCartLoaded();
  const CardStepper = useStepper(isLoaded, clicked);
  const line = useMemo(() => lineOfCard(product), [product]);
  const ahead = () => void loadCart().catch(() => {});
  async function add(pressed: Element): Promise<void> {
    setClicked(true);
    hadFocus.current = true;
    await addLines(pressed, [{ line, qty: line.minimum ?? 1 }]);
    setClicked(false);
  }
  const button = (
    <button
      type="button"
      aria-label={t('product.addNamed', { product: product.name })}
      onPointerEnter={ahead}
      onFocus={() => {
        hadFocus.current = true;
        ahead();
      }}
      onBlur={() => {
        hadFocus.current = false;
      }}
      onClick={(event) => void add(event.currentTarget)}
      className={`${shape} bg-accent text-on-accent hover:bg-accent-strong`}
    >
      <Icon name={clicked ? 'check' : 'plus'} />
    </button>
  );
  return (
    <div ref={place} className={inCart ? 'w-full' : undefined}>
      {CardStepper && <CardStepper lineKey={lineKey(line)} onInCart={setInCart} />}
      {!inCart && button}
    </div>
  );
}

/** Preserves the focus when a control is replaced: it moves to «one more», or back to the button. */
function useFocusRestored(
  inCart: boolean,
  hadFocus: React.RefObject<boolean>,
): React.RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (document.activeElement !== document.body || !hadFocus.current) return;
    // Once the product was in the cart, its stepper had the focus.
    hadFocus.current = inCart;
    [...(place.current?.querySelectorAll('button') ?? [])].at(-1)?.focus({ preventScroll: true });
  }, [inCart, hadFocus]);
  return place;
}
