import { isVirtual } from '@fynbos/core/checkout/checkout-steps.ts';
import { centsToDecimal } from '@fynbos/core/money.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import '../../platform/i18n/parts/cart-messages.ts';
import { apiSettings } from '../../platform/api/api-settings.ts';
import { useShopReachable } from '../../platform/network/current-network.ts';
import { Icon } from '../../ui/icons.tsx';
import { problemMessage } from '../../ui/notices/problem-notice.ts';
import { cart, cartActions } from '../state/current-cart.ts';
import { missedDealText } from '../state/deal-progress.ts';
import { usePriceBefore } from '../state/previous-prices.ts';
import type { CartRefusal, CartViewLine, DealMissed } from '../sync/cart-view.ts';

const note = 'flex gap-2 text-sm';
const linkButtonClass = 'min-h-11 text-left font-semibold text-accent underline underline-offset-4';

/** Whether the shop has confirmed that this line is in stock; a download has no stock. */
export function useIsStockConfirmed(line: CartViewLine): boolean {
  const online = useShopReachable();
  const isConfirmed = online && !line.pending && apiSettings().switches.stockSync && !isVirtual([line]);
  return isConfirmed && line.inStock && line.problems.length === 0 && !line.refusal;
}

/** Notes of a line: deals met and missed, problems that prevent an order, and how to solve them. */
export function LineNotes({ line }: { line: CartViewLine }) {
  const { t } = useText();
  const codes = line.problems.filter((code) => code !== line.refusal?.code);
  return (
    <div className="grid gap-1 empty:hidden">
      <DealNotes {...line} line={line} />
      {codes.map((code) => (
        <LineProblem key={code} line={line} code={code} />
      ))}
      <PriceChange line={line} />
      {line.refusal && <RefusalNote refusal={line.refusal} />}
      {line.pending && <p className="text-muted text-sm">{t('cart.pending')}</p>}
    </div>
  );
}

/** The promotions that apply, with their saving or, in a snapshot of an older version, without; and those that lack units. */
export function DealNotes({
  deals = [],
  dealsMet,
  dealsMissed = [],
  line,
}: Pick<CartViewLine, 'dealsMet' | 'dealsMissed'> &
  Partial<Pick<CartViewLine, 'deals'>> & {
    /** The line that may get the missing units. */
    line?: CartViewLine;
  }) {
  const { t, price, label } = useText();
  const met = dealsMet?.map((deal) =>
    t('cart.dealMet', { deal: label(deal.label), amount: price(centsToDecimal(deal.saving)) }),
  );
  return (
    <>
      {(met ?? deals.map(label)).map((deal) => (
        <p key={deal} className={`${note} font-semibold text-accent`}>
          <Icon name="tag" className="mt-0.5 size-4" />
          {deal}
        </p>
      ))}
      {dealsMissed.map((deal) => (
        <p key={deal.label} className={note}>
          <Icon name="tag" className="mt-0.5 size-4 text-accent" />
          <MissedDeal deal={deal} line={line} />
        </p>
      ))}
    </>
  );
}

/** What a promotion lacks; a button that adds it, if it is in stock and of one product. */
function MissedDeal({ deal, line }: { deal: DealMissed; line: CartViewLine | undefined }) {
  const { isCombo, missing: count } = deal;
  const text = missedDealText(deal, useText());
  const next = line && line.qty + count;
  if (!next || isCombo || (line.available !== null && next > line.available)) return text;
  return (
    <button
      type="button"
      className="min-h-6 text-left underline underline-offset-4"
      onClick={() => void cart.setQuantity(line.key, next)}
    >
      {text}
    </button>
  );
}

function LineProblem({ line, code }: { line: CartViewLine; code: string }) {
  const { t } = useText();
  const { available, minimum = 1, key } = line;
  const isShort = code === 'quantity_too_high' && available !== null && available > 0;
  return (
    <div className={`${note} text-danger`}>
      <Icon name="warning" className="mt-0.5 size-4" />
      <div>
        <p className="font-semibold">{sentenceOf()}</p>
        {code === 'out_of_stock' && <p className="text-muted">{t('stock.delayed')}</p>}
        {isShort && (
          <button
            type="button"
            className={linkButtonClass}
            onClick={() => void cart.setQuantity(key, available)}
          >
            {t('cart.setTo', { count: available })}
          </button>
        )}
      </div>
    </div>
  );

  function sentenceOf(): string {
    if (code === 'out_of_stock') return t('stock.out');
    if (isShort) return t('stock.only', { maxQuantity: available });
    return problemMessage({ code, values: { maxQuantity: available ?? 0, minQuantity: minimum } }, t);
  }
}

/** Informs the shopper that the price differs from the price shown before. */
function PriceChange({ line }: { line: CartViewLine }) {
  const { t, price } = useText();
  const { before, accept } = usePriceBefore(line);
  if (before === undefined) return null;
  const values = {
    before: price(centsToDecimal(before)),
    now: price(centsToDecimal(line.unit)),
  };
  return (
    <div className={note}>
      <Icon name="info" className="mt-0.5 size-4 text-danger" />
      <div>
        <p>{t('cart.priceChanged', values)}</p>
        <button type="button" className={linkButtonClass} onClick={accept}>
          {t('notice.ok')}
        </button>
      </div>
    </div>
  );
}

/** A refusal by the server, shown until the shopper dismisses it. */
export function RefusalNote({ refusal, named = false }: { refusal: CartRefusal; named?: boolean }) {
  const { t } = useText();
  const { id, name } = refusal;
  return (
    <div className={`${note} text-danger`}>
      <Icon name="warning" className="mt-0.5 size-4" />
      <div role="alert">
        <p className="font-semibold">
          {named && name && `${name}: `}
          {problemMessage(refusal, t)}
        </p>
        <button type="button" className={linkButtonClass} onClick={() => void cartActions.dismissRefusal(id)}>
          {t('notice.ok')}
        </button>
      </div>
    </div>
  );
}
