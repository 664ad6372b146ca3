import { centsToDecimal, type NetUnits, netToDecimal, parseDecimal, withTax } from '@fynbos/core/money.ts';
import { formatFor, formatPrice } from '@fynbos/core/pricing/format.ts';
import { isWithin } from '@fynbos/core/pricing/tax.ts';
import { defaultStoreView, shop as house, type StoreView } from '@fynbos/core/shop.ts';
import { storeViews, viewCodes } from '@fynbos/core/store-views.ts';
import type { ProductRow } from '../catalogue/store.ts';
import { StartProblem } from '../database/start-problem.ts';
import { rateFor } from '../pricing/rate.ts';
import { type PriceRow, pricesOf, taxRules } from '../pricing/service.ts';
import { type AdminCommands, type AdminShop, takeOptions, takeWords, WrongWords } from './admin-command.ts';
import { changeRow, getSingleProduct } from './known-product.ts';
import { during } from './shop-time.ts';

/** `npm run admin -- prices …`: prices as on the shelf, tax included. */
export const priceCommands: AdminCommands = {
  show: {
    words: 'SKU',
    does: 'what a product costs in every store view, and without tax',
    async run(shop, words) {
      const product = await getSingleProduct(shop.db, takeWords(words, 1)[0]!);
      return [`${product.sku}  ${product.name}`, ...(await describePrices(shop, product))];
    },
  },
  set: {
    words: 'SKU PRICE [--view CODE]',
    does: 'gives a product its price with tax: 29.99',
    async run(shop, words) {
      const { plain, said } = takeOptions(words, ['view']);
      const [sku, price] = takeWords(plain, 2);
      const view = getView(said.view);
      const product = await getSingleProduct(shop.db, sku!);
      await changeRow(shop, 'products', { sku: sku!, [column('price_incl_tax', view)]: price! });
      return [`${sku} costs from now on:`, ...(await describePrices(shop, product, view))];
    },
  },
  special: {
    words: 'SKU PRICE|none [--from DATE] [--to DATE] [--view CODE]',
    does: 'a lower price for some time, from now on and without end unless dates are said; or ends it',
    async run(shop, words) {
      const { plain, said } = takeOptions(words, ['from', 'to', 'view']);
      const [sku, price] = takeWords(plain, 2);
      const view = getView(said.view);
      const product = await getSingleProduct(shop.db, sku!);
      if (price === 'none' && (said.from ?? said.to) !== undefined) throw new WrongWords();
      if (price !== 'none') await refuseNoSaving(shop, product, view, price!);
      await changeRow(shop, 'products', {
        sku: sku!,
        [column('special_price_incl_tax', view)]: price === 'none' ? '' : price!,
        [column('special_from_date', view)]: said.from ?? '',
        [column('special_to_date', view)]: said.to ?? '',
      });
      return [`${sku} costs from now on:`, ...(await describePrices(shop, product, view))];
    },
  },
};

/** What a product costs, two lines for every store view that sells it. */
export async function describePrices(
  shop: AdminShop,
  product: ProductRow,
  only?: StoreView,
): Promise<string[]> {
  const rows = (await pricesOf(shop.db, [product.id])).get(product.id) ?? [];
  const views = storeViews.filter((view) => only === undefined || view.code === only.code);
  const rules = await taxRules(shop.db);
  return views.flatMap((view) => {
    const row = rows.find(({ store_code }) => store_code === view.code);
    const rate = rateIn(shop, product, view, rules);
    return row ? describeRow(row, view, rate, shop.now()) : [];
  });
}

function describeRow(row: PriceRow, view: StoreView, rate: number, now: Date): string[] {
  const format = formatFor(view, house.defaultLocale);
  const shelf = (net: NetUnits) => formatPrice(centsToDecimal(withTax(net, rate)), format);
  const name = view.code || 'shop';
  const lines = [`  ${name}  ${shelf(row.price)} (${netToDecimal(row.price)} without ${rate} % tax)`];
  if (row.special_price !== null) {
    const counts = row.special_price < row.price && isNow(row, now) ? ', counts now' : '';
    const dates = during(row.special_from_date, row.special_to_date);
    lines.push(`  ${name}  special ${shelf(row.special_price)}${dates}${counts}`);
  }
  if (row.final_price !== null)
    lines.push(`  ${name}  final ${shelf(row.final_price)}, where it is the lowest`);
  return lines;
}

const isNow = ({ special_from_date: from, special_to_date: to }: PriceRow, now: Date): boolean =>
  isWithin(now, from?.toISOString(), to?.toISOString());

type TaxRules = Awaited<ReturnType<typeof taxRules>>;

function rateIn({ config, now }: AdminShop, product: ProductRow, view: StoreView, rules: TaxRules): number {
  const policy = { groupTax: false, region: config.taxRegion };
  return rateFor(product.tax_class_id, { view, policy, taxRules: rules, now: now() }, 0);
}

/** A special price that is not below the price would never count: it was meant otherwise. */
async function refuseNoSaving(
  shop: AdminShop,
  product: ProductRow,
  view: StoreView,
  typed: string,
): Promise<void> {
  const row = (await pricesOf(shop.db, [product.id]))
    .get(product.id)
    ?.find((one) => one.store_code === view.code);
  const special = parseDecimal(typed, 2);
  const price = row && withTax(row.price, rateIn(shop, product, view, await taxRules(shop.db)));
  if (special === undefined || price === undefined || special < price) return;
  const written = (cents: number) => formatPrice(centsToDecimal(cents), formatFor(view, house.defaultLocale));
  throw new StartProblem(
    `A special price of ${written(special)} is not below the price, ${written(price)}. Nothing was changed.`,
  );
}

function getView(code = defaultStoreView.code): StoreView {
  const view = storeViews.find((one) => one.code === code);
  if (view) return view;
  throw new StartProblem(
    `There is no store view ${code}: ${viewCodes.join(', ')}, or none for the shop’s own.`,
  );
}

const column = (name: string, { code }: StoreView): string => (code ? `${name}_${code}` : name);
