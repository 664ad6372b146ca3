import { useLayoutEffect } from 'react';
import '../i18n/needs/cart-messages.ts';
import { Stepper } from '../cart/stepper.tsx';
import { useCartLine } from '../cart/use-cart.ts';
import { useText } from '../i18n/text-context.tsx';
import { useNotices } from '../ui/notices-provider.tsx';

/** How many of a card's product are in the cart, and more or fewer of it; nothing while there are none. */
export function CardStepper({
  lineKey,
  onInCart,
}: {
  lineKey: string;
  /** Hears whether there are any, before it can be seen. */
  onInCart: (inCart: boolean) => void;
}) {
  const { t } = useText();
  const { notify } = useNotices();
  const line = useCartLine(lineKey);
  const inCart = line !== undefined;
  useLayoutEffect(() => onInCart(inCart), [inCart, onInCart]);
  return (
    line && (
      <Stepper
        fills
        line={line}
        onRemoved={(undo) =>
          notify({
            kind: 'info',
            message: t('cart.removed', { name: line.name }),
            action: { label: t('cart.undo'), run: () => void undo() },
          })
        }
      />
    )
  );
}
