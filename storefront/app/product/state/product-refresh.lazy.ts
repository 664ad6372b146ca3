import type { PageProduct } from '../../catalogue/state/product-details.ts';
import { isOld } from '../../catalogue/state/use-live-cards.ts';
import { apiSettings } from '../../platform/api/api-settings.ts';
import { groupToken } from '../../platform/session/group-token.ts';
import { type Dated, nextPriceChange, withoutEndedPrice } from '../../pricing/price-dates.ts';
import { requestPrices, withPrice } from '../../pricing/price-refresh.ts';
import { requestStock } from '../../stock/stock-query.ts';
import { readStock, writeStock } from '../../stock/stock-state.ts';
import type { ProductPageData } from './load-product.ts';

// Timers hold at most 2^31 - 1 ms, so a later change is awaited in steps.
const maxTimerMs = 2_000_000_000;
/** Delay after the change, so that the shop's clock has passed it too. */
const graceMs = 1000;

/**
 * Requests the stock of the product shown. The first request covers all variants, so that sold-out choices
 * are visible before they are chosen.
 * @param checkLater queues a check that cannot be made now
 */
export async function checkFamily(
  product: PageProduct,
  sku: string,
  { signal, checkLater }: { signal: AbortSignal; checkLater: (sku: string) => void },
): Promise<void> {
  const family = familyOf(product);
  const refreshStock = async (skus: readonly string[]) => {
    const stock = await requestStock(skus, signal).catch(() => undefined);
    if (stock) writeStock(stock);
  };
  whenBack(() => void refreshStock(family), signal);
  await refreshStock(readStock().has(sku) ? [sku] : family);
  if (!signal.aborted && !navigator.onLine && !readStock().get(sku)) checkLater(sku);
}

const familyOf = (product: PageProduct): string[] =>
  [product, ...product.configurable_children].map((member) => member.sku);

/** Calls back when the page returns from the back/forward cache and its data may be outdated. */
function whenBack(back: () => void, signal: AbortSignal): void {
  const since = Date.now();
  const shown = ({ persisted }: PageTransitionEvent) => {
    if (persisted && isOld(since)) back();
  };
  window.addEventListener('pageshow', shown, { signal });
}

/**
 * Refreshes the prices of a page (PDP-8): of the product, its variants and its parts. It does so when the
 * page returns from the back/forward cache after a while, and when a special price begins or ends.
 * @param onUpdate receives the page with the new prices
 */
export function watchPrices(
  initialPage: ProductPageData,
  onUpdate: (page: ProductPageData) => void,
  signal: AbortSignal,
): void {
  const priced = [
    initialPage.product,
    ...initialPage.product.configurable_children,
    ...initialPage.parts.filter((part) => 'name' in part),
  ];
  let timer = 0;

  async function refresh(): Promise<void> {
    const skus = priced.map(({ sku }) => sku);
    const items = await requestPrices(skus, signal).catch(() => undefined);
    if (items) onUpdate(refreshProduct(await withOwnTiers(initialPage, signal), items, new Date()));
  }

  function wait(): void {
    const next = nextPriceChange(priced, Date.now());
    if (next === undefined) return;
    const due = () => {
      if (Date.now() > next) void refresh();
      wait();
    };
    timer = window.setTimeout(due, Math.min(next - Date.now() + graceMs, maxTimerMs));
  }

  // The page was rendered for all visitors, without group prices (spec D32).
  if (groupToken()) void refresh();
  whenBack(() => void refresh(), signal);
  signal.addEventListener('abort', () => clearTimeout(timer));
  wait();
}

/** The page with the tiers of the customer's group; their code is loaded for members of a group only. */
async function withOwnTiers(page: ProductPageData, signal: AbortSignal): Promise<ProductPageData> {
  if (!groupToken() || !apiSettings().switches.priceTiers) return page;
  return (await import('./own-tiers.lazy.ts')).withOwnTiers(page, signal);
}

/** The page with the given prices. */
export function refreshProduct(
  page: ProductPageData,
  items: Awaited<ReturnType<typeof requestPrices>>,
  now: Date,
): ProductPageData {
  const priced = <P extends Dated>(product: P) =>
    withPrice(items.length > 0 ? product : withoutEndedPrice(product, now.getTime()), items, now);
  const { product, parts } = page;
  return {
    ...page,
    product: { ...priced(product), configurable_children: product.configurable_children.map(priced) },
    parts: parts.map((part) => ('name' in part ? priced(part) : part)),
  };
}
