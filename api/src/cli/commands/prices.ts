import { centsToDecimal, type NetUnits, netToDecimal, parseDecimal, withTax } from '@fynbos/core/money.ts';
import { formatFor, formatPrice } from '@fynbos/core/pricing/price-format.ts';
import { isWithin } from '@fynbos/core/pricing/tax.ts';
import { defaultStoreView, shop as house, type StoreView } from '@fynbos/core/shop.ts';
import { storeViews, viewCodes } from '@fynbos/core/store-views.ts';
import type { ProductRow } from '../../catalogue/documents/catalogue-store.ts';
import { UserFacingError } from '../../platform/errors/user-facing-error.ts';
import { type PriceRow, pricesOf, taxRules } from '../../pricing/pricing-service.ts';
import { rateFor, taxHomeOf } from '../../pricing/tax-rate.ts';
import { during } from '../format/shop-time.ts';
import {
  type AdminCommands,
  type AdminShop,
  InvalidArgsError,
  takeCommandArgs,
  takeCommandOptions,
} from './admin-command.ts';
import { changeRow, getSingleProduct } from './product-lookup.ts';

/** `npm run admin -- prices …`: shelf prices, tax included. */
export const priceCommands: AdminCommands = {
  show: {
    args: 'SKU',
    does: 'show the price of a product in every store view, with and without tax',
    async run(shop, args) {
      const product = await getSingleProduct(shop.db, takeCommandArgs(args, 1)[0]);
      return [`${product.sku}  ${product.name}`, ...(await describePrices(shop, product))];
    },
  },
  set: {
    args: 'SKU PRICE [--view CODE] [--yes]',
    does: 'set the price of a product, tax included: 29.99; a price of 0 needs --yes',
    async run(shop, args) {
      const isConfirmed = args.includes('--yes');
      const { plain, options } = takeCommandOptions(
        args.filter((word) => word !== '--yes'),
        ['view'],
      );
      const [sku, price] = takeCommandArgs(plain, 2);
      const view = getView(options.view);
      if (Number(price) === 0 && !isConfirmed)
        throw new InvalidArgsError('A price of 0 is a mistake or a gift, so it needs --yes');
      const product = await getSingleProduct(shop.db, sku);
      await changeRow(shop, 'products', { sku: sku, [column('price_incl_tax', view)]: price });
      return [`${sku} costs from now on:`, ...(await describePrices(shop, product, view))];
    },
  },
  special: {
    args: 'SKU PRICE|none [--from DATE] [--to DATE] [--view CODE]',
    does: 'set a lower price for a period, by default from now on without an end, or end it',
    async run(shop, args) {
      const { plain, options } = takeCommandOptions(args, ['from', 'to', 'view']);
      const [sku, price] = takeCommandArgs(plain, 2);
      const view = getView(options.view);
      const product = await getSingleProduct(shop.db, sku);
      if (price === 'none' && (options.from ?? options.to) !== undefined) throw new InvalidArgsError();
      if (price !== 'none') await refuseNoSaving(shop, product, view, price);
      await changeRow(shop, 'products', {
        sku: sku,
        [column('special_price_incl_tax', view)]: price === 'none' ? '' : price,
        [column('special_from_date', view)]: options.from ?? '',
        [column('special_to_date', view)]: options.to ?? '',
      });
      return [`${sku} costs from now on:`, ...(await describePrices(shop, product, view))];
    },
  },
};

/** The prices of a product, two lines for every store view that sells it. */
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
  const priceWithTax = (net: NetUnits) => formatPrice(centsToDecimal(withTax(net, rate)), format);
  const name = view.code || 'shop';
  const lines = [`  ${name}  ${priceWithTax(row.price)} (${netToDecimal(row.price)} without ${rate} % tax)`];
  if (row.special_price !== null) {
    const counts = row.special_price < row.price && isNow(row, now) ? ', active now' : '';
    const dates = during(row.special_from_date, row.special_to_date);
    lines.push(`  ${name}  special ${priceWithTax(row.special_price)}${dates}${counts}`);
  }
  if (row.final_price !== null)
    lines.push(`  ${name}  final ${priceWithTax(row.final_price)}, where it is the lowest`);
  return lines;
}

const isNow = ({ special_from_date: from, special_to_date: to }: PriceRow, now: Date): boolean =>
  isWithin(now, from?.toISOString(), to?.toISOString());

type TaxRules = Awaited<ReturnType<typeof taxRules>>;

function rateIn({ config, now }: AdminShop, product: ProductRow, view: StoreView, rules: TaxRules): number {
  const policy = { ...taxHomeOf(config), groupTax: false };
  return rateFor(product.tax_class_id, { view, policy, taxRules: rules, now: now() }, 0);
}

/** Rejects a special price that is not below the price, because it would never apply. */
async function refuseNoSaving(
  shop: AdminShop,
  product: ProductRow,
  view: StoreView,
  typed: string,
): Promise<void> {
  const row = (await pricesOf(shop.db, [product.id]))
    .get(product.id)
    ?.find((candidate) => candidate.store_code === view.code);
  const special = parseDecimal(typed, 2);
  const price = row && withTax(row.price, rateIn(shop, product, view, await taxRules(shop.db)));
  if (special === undefined || price === undefined || special < price) return;
  const written = (cents: number) => formatPrice(centsToDecimal(cents), formatFor(view, house.defaultLocale));
  throw new UserFacingError(
    `A special price of ${written(special)} is not below the price, ${written(price)}. Nothing was changed.`,
  );
}

function getView(code = defaultStoreView.code): StoreView {
  const view = storeViews.find((candidate) => candidate.code === code);
  if (view) return view;
  throw new UserFacingError(
    `There is no store view ${code}: ${viewCodes.join(', ')}; omit it for the default view.`,
  );
}

const column = (name: string, { code }: StoreView): string => (code ? `${name}_${code}` : name);
