import { useEffect, useRef } from 'react';
import '../i18n/needs/cart-messages.ts';
import { Stepper } from '../cart/stepper.tsx';
import { useCartLine } from '../cart/use-cart.ts';
import { useText } from '../i18n/text-context.tsx';
import { useNotices } from '../ui/notices-provider.tsx';

/** How many of a card's product are in the cart, and more or fewer of it; the way in while there are none. */
export function CardStepper({
  lineKey,
  otherwise,
  takesFocus,
}: {
  lineKey: string;
  otherwise: React.ReactNode;
  /** Whether the button that gives way has the focus. */
  takesFocus: React.RefObject<boolean>;
}) {
  const { t } = useText();
  const { notify } = useNotices();
  const line = useCartLine(lineKey);
  const place = useFocusKept(line !== undefined, takesFocus);
  return (
    <div ref={place}>
      {line ? (
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
      ) : (
        otherwise
      )}
    </div>
  );
}

/**
 * Whoever was on the button that gave way stays where they are: on «one more», or back on the button, which is
 * made anew when these steps arrive too.
 */
function useFocusKept(
  there: boolean,
  wanted: React.RefObject<boolean>,
): React.RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  const before = useRef<boolean>(undefined);
  useEffect(() => {
    const isNews = there !== before.current;
    before.current = there;
    const isLost = document.activeElement === document.body;
    if (!isNews || !isLost || !wanted.current) return;
    // Once it was in the cart, its steps were what was used.
    wanted.current = there;
    [...(place.current?.querySelectorAll('button') ?? [])].at(-1)?.focus({ preventScroll: true });
  }, [there, wanted]);
  return place;
}
