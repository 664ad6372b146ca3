import { useLayoutEffect } from 'react';
import '../../platform/i18n/parts/cart-messages.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { useNotices } from '../../ui/notices/notices-provider.tsx';
import { useCartLine } from '../state/use-cart.ts';
import { Stepper } from './quantity-stepper.tsx';

/** Shows and changes the quantity of a card's product in the cart; empty while there is none. */
export function CardStepper({
  lineKey,
  onInCart,
}: {
  lineKey: string;
  /** Called before paint with whether the cart contains it. */
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
