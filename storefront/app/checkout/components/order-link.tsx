import { orderPath, ordersPath } from '../../accounts/state/account-paths.ts';
import { inView, orderTrackingPath, withQuery } from '../../paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';

/**
 * Leads to an order that was placed in this browser: a customer's in the account, a guest's with the secret of its link, and
 * without it to the form that searches for it.
 */
export function OrderLink({
  number,
  link,
  isGuests,
  variant,
  children,
}: {
  /** Empty if it is unknown. */
  number: string;
  /** The secret of a guest's order. */
  link: string | undefined;
  isGuests: boolean;
  variant?: 'plain' | undefined;
  children: string;
}) {
  if (link !== undefined) return <OrderForm {...{ link, variant, children }} />;
  const own = number ? orderPath(number) : ordersPath;
  const to = isGuests ? withQuery(orderTrackingPath, new URLSearchParams({ number })) : own;
  return (
    <ButtonLink to={to} {...(variant && { variant })}>
      {children}
    </ButtonLink>
  );
}

/** Shows a guest's order or its invoice. A form, so that the secret does not appear in the URL. */
export function OrderForm({
  link,
  show,
  variant = 'strong',
  children,
}: {
  link: string;
  show?: 'invoice';
  variant?: 'strong' | 'plain' | undefined;
  children: string;
}) {
  return (
    <form method="post" action={inView(orderTrackingPath)}>
      <input type="hidden" name="link" value={link} />
      {show && <input type="hidden" name="show" value={show} />}
      <Button type="submit" variant={variant}>
        {children}
      </Button>
    </form>
  );
}
