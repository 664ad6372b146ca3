import { groupToken } from '../accounts/session/group-token.ts';
import { type Dated, nextChange, withoutEndedSpecial } from '../pricing/price-dates.ts';
import { askPrices, withPrice } from '../pricing/price-sync.ts';
import { askStock } from '../stock/ask-stock.ts';
import { later, readStock, writeStock } from '../stock/stock-board.ts';
import { isOld } from './live-cards.ts';
import type { ProductPageData } from './load-product.ts';
import type { PageProduct } from './page-product.ts';

// Timers hold at most 2^31 - 1 ms; a later change is waited for in steps.
const longestTimerMs = 2_000_000_000;
/** After the second of the change, so that the shop's clock has passed it too. */
const graceMs = 1000;

/**
 * Asks for the stock of what is shown. The first time the whole family is asked for, so that choices
 * which were sold out meanwhile are seen before they are chosen.
 */
export async function checkFamily(product: PageProduct, sku: string, signal: AbortSignal): Promise<void> {
  const family = familyOf(product);
  const ask = async (skus: readonly string[]) => {
    const heard = await askStock(skus, signal).catch(() => undefined);
    if (heard) writeStock(heard);
  };
  whenBack(() => void ask(family), signal);
  await ask(readStock().has(sku) ? [sku] : family);
  if (!signal.aborted && !navigator.onLine && !readStock().get(sku)) later.check?.(sku);
}

const familyOf = (product: PageProduct): string[] =>
  [product, ...product.configurable_children].map((one) => one.sku);

/** Calls back when the page comes out of the browser's memory after a while: much may have changed. */
function whenBack(back: () => void, signal: AbortSignal): void {
  const since = Date.now();
  const shown = ({ persisted }: PageTransitionEvent) => {
    if (persisted && isOld(since)) back();
  };
  window.addEventListener('pageshow', shown, { signal });
}

/**
 * Keeps the prices of a page current (PDP-8), of the product, its variants and its parts: they are asked for
 * when the page comes back out of the browser's memory after a while, and at the second a special price
 * begins or ends.
 *
 * @param tell is given the page with what was heard
 */
export function watchPrices(
  given: ProductPageData,
  tell: (page: ProductPageData) => void,
  signal: AbortSignal,
): void {
  const priced = [
    given.product,
    ...given.product.configurable_children,
    ...given.parts.filter((part) => 'name' in part),
  ];
  let timer = 0;

  async function refresh(): Promise<void> {
    const skus = priced.map(({ sku }) => sku);
    const items = await askPrices(skus, signal).catch(() => undefined);
    if (items) tell(repriced(given, items, new Date()));
  }

  function wait(): void {
    const next = nextChange(priced, Date.now());
    if (next === undefined) return;
    const due = () => {
      if (Date.now() > next) void refresh();
      wait();
    };
    timer = window.setTimeout(due, Math.min(next - Date.now() + graceMs, longestTimerMs));
  }

  // The page was made for everybody (decision 32).
  if (groupToken()) void refresh();
  whenBack(() => void refresh(), signal);
  signal.addEventListener('abort', () => clearTimeout(timer));
  wait();
}

/** The page with the prices that were heard. */
export function repriced(
  given: ProductPageData,
  items: Awaited<ReturnType<typeof askPrices>>,
  now: Date,
): ProductPageData {
  const priced = <P extends Dated>(product: P) =>
    withPrice(items.length > 0 ? product : withoutEndedSpecial(product, now.getTime()), items, now);
  const { product, parts } = given;
  return {
    ...given,
    product: { ...priced(product), configurable_children: product.configurable_children.map(priced) },
    parts: parts.map((part) => ('name' in part ? priced(part) : part)),
  };
}
