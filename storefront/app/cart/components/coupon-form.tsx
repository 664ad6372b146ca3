import { useEffect, useId, useRef, useState } from 'react';
import type { Text } from '../../platform/i18n/text.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import '../../platform/i18n/parts/cart-messages.ts';
import { claimsKey } from '../../lists/claims-key.ts';
import { useShopReachable } from '../../platform/network/current-network.ts';
import { readText } from '../../platform/storage/browser-storage.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { lazyComponent, online as loadOnline } from '../../ui/lazy-component.tsx';
import { problemMessage } from '../../ui/notices/problem-notice.ts';
import { announceText } from '../state/cart-announcement.ts';
import { cartActions } from '../state/current-cart.ts';
import type { CodeRefusal } from '../sync/cart-actions.ts';
import type { CartViewTotals } from '../sync/cart-view.ts';

/** Most shoppers have none. */
const ClaimedCodes = lazyComponent(
  async () => (await loadOnline(() => import('./claimed-codes.lazy.tsx'))).ClaimedCodes,
  () => null,
);

/** Coupons and vouchers (CART-3): one field, and the applied codes. */
export function CodeForm({ totals }: { totals: CartViewTotals }) {
  const online = useShopReachable();
  const { t } = useText();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const problem = useRef<HTMLParagraphElement>(null);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<CodeRefusal>();
  const sentence = refusal && refusalMessage(refusal, t);
  // On a phone the navigation covers the line below the field.
  useEffect(() => {
    if (refusal) problem.current?.scrollIntoView({ block: 'nearest' });
  }, [refusal]);
  async function apply(code: string): Promise<CodeRefusal> {
    setBusy(true);
    const refused = await cartActions.applyCode(code);
    setBusy(false);
    setRefusal(refused);
    if (refused) {
      field.current?.focus();
      return refused;
    }
    if (field.current) field.current.value = '';
    announceText(t('cart.codeCounts', { code }));
    return undefined;
  }
  return (
    <div className="grid gap-2">
      <form
        data-offline="own"
        className="grid gap-1"
        onSubmit={(event) => {
          event.preventDefault();
          const code = field.current?.value.trim();
          if (code) void apply(code);
          else field.current?.focus();
        }}
      >
        <label htmlFor={id} className="font-semibold">
          {t('cart.code')}
        </label>
        <div className="flex gap-2">
          <input
            ref={field}
            id={id}
            name="code"
            maxLength={100}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            aria-invalid={sentence !== undefined}
            aria-describedby={`${id}-problem`}
            className="min-h-11 w-full min-w-0 rounded-petal-small border border-control bg-surface px-3 aria-invalid:border-2 aria-invalid:border-danger"
          />
          <Button type="submit" variant="plain" className="shrink-0" disabled={busy || !online}>
            {t(busy ? 'cart.codeChecking' : 'cart.codeApply')}
          </Button>
        </div>
        <p
          ref={problem}
          id={`${id}-problem`}
          role="alert"
          className="font-semibold text-danger text-sm empty:hidden"
        >
          {sentence}
        </p>
        {!online && <p className="text-muted text-sm">{t('cart.codeOffline')}</p>}
      </form>
      {readText(claimsKey) !== null && (
        <ClaimedCodes applied={[totals.coupon, totals.voucher]} disabled={busy || !online} apply={apply} />
      )}
      <Counting code={totals.coupon} remove={() => cartActions.removeCoupon()} />
      <Counting code={totals.voucher} remove={() => cartActions.removeVoucher()} />
    </div>
  );
}

function refusalMessage({ refused: code, values }: NonNullable<CodeRefusal>, t: Text['t']): string {
  if (code === 'too_many_attempts')
    return t('cart.codeTooMany', { minutes: Math.ceil(Number(values.seconds) / 60) });
  return problemMessage({ code, values, sentence: t('problem.internal') }, t);
}

/** An applied code, with a button to remove it. */
function Counting({ code, remove }: { code: string | undefined; remove: () => Promise<CodeRefusal> }) {
  const { t } = useText();
  const [failed, setFailed] = useState(false);
  if (!code) return null;
  return (
    <div
      data-asks
      className="flex flex-wrap items-center gap-x-2 rounded-petal-small bg-accent-subtle pl-3 text-accent-strong"
    >
      <Icon name="tag" className="size-4" />
      <span className="min-w-0 flex-1 font-semibold wrap-anywhere">{code}</span>
      <button
        type="button"
        className="min-h-11 px-3 font-semibold underline underline-offset-4"
        aria-label={t('cart.codeRemoveNamed', { code })}
        onClick={async () => {
          const refused = await remove();
          setFailed(refused !== undefined);
          if (!refused) announceText(t('cart.codeRemoved', { code }));
        }}
      >
        {t('cart.remove')}
      </button>
      {failed && (
        <p role="alert" className="w-full pb-2 text-sm">
          {t('problem.unreachable')}
        </p>
      )}
    </div>
  );
}
