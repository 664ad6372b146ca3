import { useText } from '../../platform/i18n/text-context.tsx';
import '../../platform/i18n/parts/cart-messages.ts';
import { ButtonLink, buttonClass } from '../../ui/button.tsx';
import { useHydrated } from '../../ui/use-hydrated.ts';
import { checkoutAddress, externalCheckout } from '../state/checkout-url.ts';

/**
 * The link to the checkout, internal or external (SHELL-3).
 * @param short whether there is little space for its text
 */
export function CheckoutLink({ className = '', short = false }: { className?: string; short?: boolean }) {
  const { t } = useText();
  if (!useHydrated()) return null;
  const elsewhere = externalCheckout();
  if (elsewhere)
    return (
      <a href={elsewhere} className={buttonClass('strong', className)}>
        {t(short ? 'cart.checkout' : 'cart.payElsewhere')}
      </a>
    );
  const to = checkoutAddress();
  return to ? (
    <ButtonLink to={to} className={className}>
      {t(short ? 'cart.checkout' : 'cart.toCheckout')}
    </ButtonLink>
  ) : null;
}
