import { useId } from 'react';
import { claims, dropClaim } from '../../lists/claims.ts';
import { useStoredList } from '../../lists/stored-list.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import '../../platform/i18n/parts/cart-messages.ts';
import { Button } from '../../ui/button.tsx';
import type { CodeRefusal } from '../sync/cart-actions.ts';

/** The codes that the shop granted in this browser and that no order has used yet (SHELL-6). */
export function ClaimedCodes({
  applied,
  disabled,
  apply,
}: {
  /** The codes that the cart has. */
  applied: readonly (string | undefined)[];
  disabled: boolean;
  apply: (code: string) => Promise<CodeRefusal>;
}) {
  const { t } = useText();
  const id = useId();
  const open = useStoredList(claims).filter(({ code }) => !applied.includes(code));
  if (open.length === 0) return null;
  return (
    <section aria-labelledby={id} className="grid gap-1">
      <h3 id={id} className="font-semibold">
        {t('cart.claims')}
      </h3>
      <ul className="grid gap-1">
        {open.map(({ code, description }) => (
          <li key={code} className="flex flex-wrap items-center gap-x-3">
            <span className="min-w-0 flex-1 wrap-anywhere">
              <span className="font-semibold">{code}</span> {description}
            </span>
            <Button
              variant="plain"
              disabled={disabled}
              aria-label={t('cart.claimApply', { code })}
              onClick={async () => {
                const refused = (await apply(code))?.refused;
                // The shop no longer accepts it: it was used or has ended.
                if (refused === 'coupon_wrong' || refused === 'coupon_used') dropClaim(code);
              }}
            >
              {t('cart.codeApply')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
