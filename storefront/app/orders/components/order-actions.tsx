import { useEffect, useRef, useState } from 'react';
import { useCartCount } from '../../cart/components/cart-loader.ts';
import { ApiProblem } from '../../platform/api/api-problem.ts';
import '../../platform/i18n/parts/cart-messages.ts';
import '../../platform/i18n/parts/orders-messages.ts';
import '../../platform/i18n/parts/problem-messages.ts';
import { cartPath } from '../../paths.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { problemMessage } from '../../ui/notices/problem-notice.ts';
import type { ShownOrder } from '../state/order-response.ts';
import { type ReorderResult, reorderIntoCart } from '../state/reorder.ts';

type Doing = { state: 'idle' | 'busy' | 'offline' } | { state: 'failed'; problem: ApiProblem } | Done;
interface Done {
  state: 'done';
  result: ReorderResult;
}

/**
 * Actions on an order: reorder (ORD-1) and others.
 * @param link proves the access of a guest
 */
export function OrderActions({
  order,
  link,
  children,
}: {
  order: ShownOrder;
  link?: string | undefined;
  children: React.ReactNode;
}) {
  const { t } = useText();
  const [doing, setDoing] = useState<Doing>({ state: 'idle' });
  // A retry after a failure repeats the same request; after a response a new one starts.
  const key = useRef<string>(undefined);
  useFewerInCart(() => setDoing((now) => (now.state === 'done' ? { state: 'idle' } : now)));
  const press = async () => {
    if (doing.state === 'busy') return;
    if (!navigator.onLine) return setDoing({ state: 'offline' });
    setDoing({ state: 'busy' });
    key.current ??= crypto.randomUUID();
    try {
      const result = await reorderIntoCart(
        link ? { link } : { orderNumber: order.increment_id },
        key.current,
      );
      key.current = undefined;
      setDoing({ state: 'done', result });
    } catch (error) {
      setDoing({
        state: 'failed',
        problem: error instanceof ApiProblem ? error : new ApiProblem('unreachable'),
      });
    }
  };
  return (
    <div className="print:hidden">
      <div data-asks className="flex flex-wrap gap-3">
        <Button
          aria-disabled={doing.state === 'busy' || undefined}
          onClick={() => void press()}
          className="noscript:hidden"
        >
          {t(doing.state === 'busy' ? 'orders.againBusy' : 'orders.again')}
        </Button>
        {children}
      </div>
      <div role="status">
        {doing.state === 'offline' && <p className="mt-4 font-semibold">{t('orders.againOffline')}</p>}
        {doing.state === 'failed' && <Failure problem={doing.problem} />}
        {doing.state === 'done' && <ReorderSummary result={doing.result} />}
      </div>
    </div>
  );
}

/** Calls when lines left the cart: the summary of a reorder is then no longer true. */
function useFewerInCart(call: () => void): void {
  const count = useCartCount();
  const before = useRef(count);
  const onFewer = useRef(call);
  onFewer.current = call;
  useEffect(() => {
    if (count < before.current) onFewer.current();
    before.current = count;
  }, [count]);
}

function Failure({ problem: { view } }: { problem: ApiProblem }) {
  const { t } = useText();
  return (
    <p className="mt-4 flex gap-2 font-semibold text-danger">
      <Icon name="warning" className="mt-0.5 size-5" />
      {problemMessage(view, t)}
    </p>
  );
}

/** The lines now in the cart, and each line that is not, with the reason. */
function ReorderSummary({ result: { added, unavailable } }: { result: ReorderResult }) {
  const { t } = useText();
  const count = added.reduce((sum, { qty }) => sum + qty, 0);
  return (
    <div className="mt-4 grid gap-4 rounded-petal border border-divider bg-surface-muted p-5">
      <div className="grid gap-1">
        <p className="font-bold">{count > 0 ? t('orders.againAdded', { count }) : t('orders.againNone')}</p>
        <ul>
          {added.map(({ sku, name, qty }) => (
            <li key={sku}>
              {qty} × {name}
            </li>
          ))}
        </ul>
      </div>
      {unavailable.length > 0 && (
        <div className="grid gap-1">
          <p className="flex gap-2 font-bold text-danger">
            <Icon name="warning" className="mt-0.5 size-5" />
            {t('orders.againMissing')}
          </p>
          <ul className="grid gap-2">
            {unavailable.map((line) => (
              <li key={line.sku}>
                {line.qty} × {line.name}
                <p className="text-sm">{whyOf(line)}</p>
              </li>
            ))}
          </ul>
        </div>
      )}
      {count > 0 && (
        <ButtonLink to={cartPath} className="justify-self-start">
          {t('cart.show')}
        </ButtonLink>
      )}
    </div>
  );

  function whyOf({ problem, qty }: ReorderResult['unavailable'][number]): string {
    if (problem === 'quantity_too_high') return t('orders.againShort', { count: qty });
    if (problem === 'out_of_stock') return t('stock.out');
    const sentence = t('problem.product_unavailable');
    return problemMessage({ code: problem, values: { limit: '' }, sentence }, t);
  }
}
