import { lineKey } from '@fynbos/core/cart/line.ts';
import {
  type ComponentProps,
  type ComponentType,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { onCount } from '../cart/cart-count.ts';
import { addToCart, isCartOpen, openCart } from '../cart/cart-door.ts';
import type { CardProduct } from '../catalogue/card-fields.ts';
import { useText } from '../i18n/text-context.tsx';
import '../i18n/needs/cart-messages.ts';
import { productPath } from '../paths.ts';
import { Icon } from '../ui/icons.tsx';
import { useNotices } from '../ui/notices-provider.tsx';
import { PrefetchLink } from '../ui/prefetch-link.tsx';
import { lineOfCard } from './new-line.ts';

type Stepper = ComponentType<ComponentProps<typeof import('./card-stepper.tsx').CardStepper>>;
let fetched: Stepper | undefined;

/** The steps of a card, once the cart is open. A line that is gone meanwhile leaves the button; each click asks again. */
function useStepper(isOpen: boolean, clicked: boolean): Stepper | undefined {
  const [CardStepper, setStepper] = useState(() => fetched);
  useEffect(() => {
    if (!isOpen || CardStepper || clicked) return;
    import('./card-stepper.tsx').then(
      (part) => {
        fetched = part.CardStepper;
        setStepper(() => fetched);
      },
      () => {},
    );
  }, [isOpen, CardStepper, clicked]);
  return isOpen ? CardStepper : undefined;
}

const toBeChosen = new Set(['configurable', 'grouped', 'bundle']);

const shape =
  'flex min-h-11 w-full items-center justify-center gap-2 rounded-petal-small border border-leaf px-2 font-semibold leading-tight';

/** What a card has for buying: one click, or the way to where something must be chosen first. */
export function CardBuy({ product }: { product: CardProduct }) {
  const { t } = useText();
  if (product.choose || toBeChosen.has(product.type_id)) {
    return (
      <PrefetchLink
        to={productPath(product)}
        discover="none"
        aria-label={t('cart.chooseNamed', { product: product.name })}
        className={`${shape} text-leaf hover:bg-leaf-tint`}
      >
        {t('cart.chooseOptions')}
      </PrefetchLink>
    );
  }
  return <OneClick product={product} />;
}

/** Adds one; from then on the number in the cart stands there. The button stays the same until then: it may be held down. */
function OneClick({ product }: { product: CardProduct }) {
  const { t } = useText();
  const { notify } = useNotices();
  const [clicked, setClicked] = useState(false);
  const [inCart, setInCart] = useState(false);
  const hadFocus = useRef(false);
  const place = useFocusKept(inCart, hadFocus);
  const isOpen = useSyncExternalStore(onCount, isCartOpen, () => false);
  const CardStepper = useStepper(isOpen, clicked);
  const line = useMemo(() => lineOfCard(product), [product]);
  const ahead = () => void openCart().catch(() => {});
  async function add(): Promise<void> {
    setClicked(true);
    hadFocus.current = true;
    // Nothing was put there: its code cannot be had.
    await addToCart(line, 1).catch(() =>
      notify({ kind: 'error', message: t('problem.unreachable', {}, t('error.lead')) }),
    );
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
      onClick={() => void add()}
      className={`${shape} ${clicked ? 'bg-leaf text-on-leaf' : 'text-leaf hover:bg-leaf hover:text-on-leaf'}`}
    >
      <Icon name={clicked ? 'check' : 'basket'} className="size-5" />
      {t('product.addToCart')}
    </button>
  );
  return (
    <div ref={place}>
      {CardStepper && <CardStepper lineKey={lineKey(line)} onInCart={setInCart} />}
      {!inCart && button}
    </div>
  );
}

/** Whoever was on what gave way stays where they are: on «one more», or back on the button. */
function useFocusKept(
  inCart: boolean,
  wanted: React.RefObject<boolean>,
): React.RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (document.activeElement !== document.body || !wanted.current) return;
    // Once it was in the cart, its steps were what was used.
    wanted.current = inCart;
    [...(place.current?.querySelectorAll('button') ?? [])].at(-1)?.focus({ preventScroll: true });
  }, [inCart, wanted]);
  return place;
}
