import { centsToDecimal } from '@fynbos/core/money.ts';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { AccountForm } from '../accounts/account-form.tsx';
import type { Faults } from '../accounts/form-checks.ts';
import { LoginLink } from '../accounts/login-link.tsx';
import { ApiProblem } from '../api-problem.ts';
import { LineList } from '../cart/line-list.tsx';
import { TotalsView } from '../cart/totals-view.tsx';
import { useCart } from '../cart/use-cart.ts';
import { useText } from '../i18n/text-context.tsx';
import '../i18n/needs/checkout-messages.ts';
import type { CartView } from '../cart/cart-view.ts';
import { cartPath, checkoutPath } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { CheckField } from '../ui/form-fields.tsx';
import { NoticeBox } from '../ui/notice-box.tsx';
import { type Change, changesBetween } from './changes.ts';
import { changeDraft } from './draft.ts';
import { type Doing, keepDelivery, type Outcome, placeOrderOf, seenNow } from './place-order.ts';
import { type StepRefusal, stepRefusal } from './refusal-step.ts';

/** Everything once more: it can be corrected, and left (decision 41). Then the order is placed. */
export default function ReviewStep({
  onRefused,
  begunWith,
}: {
  /** Something is wrong that another step asks for. */
  onRefused: (refused: StepRefusal) => void;
  /** Why the order was refused while the shopper was elsewhere. */
  begunWith: ApiProblem | undefined;
}) {
  const { t, locale, price } = useText();
  const cart = useCart();
  const [doing, setDoing] = useState<Doing>();
  const [problem, setProblem] = useState(begunWith);
  const [changed, setChanged] = useState<CartView>();
  const running = useRef(false);
  useEffect(() => void keepDelivery(), []);
  const total = price(centsToDecimal(cart.totals.grandTotal));
  const isUnavailable = cart.lines.some(({ problems }) => problems.length > 0);

  /** One order, however often the button is pressed. */
  async function place(shown: CartView): Promise<void> {
    if (running.current) return;
    running.current = true;
    setProblem(undefined);
    setChanged(undefined);
    try {
      take(await placeOrderOf(shown, locale, setDoing), shown);
    } finally {
      running.current = false;
      setDoing(undefined);
    }
  }

  function take(outcome: Outcome, shown: CartView): void {
    if (outcome.kind === 'changed') setChanged(shown);
    else if (outcome.kind === 'unavailable') setProblem(new ApiProblem('order_lines_unavailable'));
    else if (outcome.kind === 'refused') takeRefusal(outcome.problem, shown);
  }

  function takeRefusal(refused: ApiProblem, shown: CartView): void {
    // What was refused is over: the next attempt is another order.
    changeDraft({ order: undefined });
    const isSeen = refused.code === 'total_changed' && changesBetween(shown, seenNow()).length > 0;
    const step = stepRefusal(refused.view);
    if (isSeen) setChanged(shown);
    else if (step) onRefused(step);
    else setProblem(refused);
  }

  return (
    <div className="grid gap-5">
      <p>{t('checkout.reviewLead')}</p>
      <LineList lines={cart.lines} />
      <div className="lg:hidden">
        <TotalsView totals={cart.totals} />
      </div>
      {(cart.totals.coupon || cart.totals.voucher) && (
        <p className="text-soft">
          {t('cart.code')}: {[cart.totals.coupon, cart.totals.voucher].filter(Boolean).join(', ')}
        </p>
      )}
      {problem && <Problem problem={problem} />}
      {changed && (
        <Changed
          changes={changesBetween(changed, cart)}
          total={total}
          onYes={() => void place(cart)}
          onNo={() => setChanged(undefined)}
        />
      )}
      {!changed && (
        <AccountForm
          labels={{ terms: '' }}
          check={({ terms }): Faults => (terms ? {} : { terms: 'terms_needed' })}
          submit={t('checkout.place', { total })}
          offlineToo
          send={() => place(cart)}
          className="w-full text-lg"
        >
          <div className="grid gap-1">
            <p lang="en" className="text-soft text-sm">
              {t('checkout.termsText')}
            </p>
            <CheckField label={t('checkout.terms')} name="terms" required />
          </div>
          {isUnavailable && !problem && <Problem problem={new ApiProblem('order_lines_unavailable')} />}
        </AccountForm>
      )}
      <p role="status" className="font-semibold empty:hidden">
        {doing && t(`checkout.${doing}`)}
      </p>
      <Link
        to={cartPath}
        className="inline-flex min-h-11 items-center justify-self-start text-leaf underline underline-offset-4"
      >
        {t('checkout.backToCart')}
      </Link>
    </div>
  );
}

/** Why the order was not placed, and what to do. */
function Problem({ problem: { view } }: { problem: ApiProblem }) {
  const { t } = useText();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  const isSession = view.status === 401;
  return (
    <div ref={box} tabIndex={-1} role="alert">
      <NoticeBox icon="warning" title={t('checkout.failed')}>
        <p>{t(view.messageId, view.values, view.sentence)}</p>
        {view.code === 'order_lines_unavailable' && <p>{t('checkout.unavailableHelp')}</p>}
        {view.code === 'invalid_input' && <p>{t('checkout.invalidHelp')}</p>}
        {isSession && <LoginLink next={checkoutPath} />}
      </NoticeBox>
    </div>
  );
}

/** What is not as it was shown; the shopper says yes to it, or looks again (decision 6). */
function Changed({
  changes,
  total,
  onYes,
  onNo,
}: {
  changes: readonly Change[];
  total: string;
  onYes: () => void;
  onNo: () => void;
}) {
  const { t } = useText();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div
      ref={box}
      tabIndex={-1}
      role="alert"
      className="grid gap-3 rounded-petal-small border-2 border-protea bg-protea-tint p-4"
    >
      <p className="font-bold">{t('problem.total_changed')}</p>
      <ul className="grid gap-1">
        {changes.map((change) => (
          <li key={`${change.kind} ${'name' in change ? change.name : ''}`}>
            <ChangeLine change={change} />
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button onClick={onYes}>{t('checkout.place', { total })}</Button>
        <Button look="plain" onClick={onNo}>
          {t('checkout.lookFirst')}
        </Button>
      </div>
    </div>
  );
}

function ChangeLine({ change }: { change: Change }) {
  const { t, price, number } = useText();
  const names = { discount: 'cart.discount', shipping: 'cart.delivery', total: 'cart.total' } as const;
  const name = 'name' in change ? change.name : t(names[change.kind]);
  const written = (value: number | undefined) =>
    value === undefined
      ? '–'
      : change.kind === 'quantity'
        ? `${number(value)} ×`
        : price(centsToDecimal(value));
  if (change.now === undefined) return t('checkout.gone', { name });
  if (change.before === undefined) return t('checkout.came', { name, now: written(change.now) });
  return t('checkout.changedFrom', { name, before: written(change.before), now: written(change.now) });
}
