import { centsToDecimal } from '@fynbos/core/money.ts';
import { formatFor, formatPrice } from '@fynbos/core/pricing/price-format.ts';
import { defaultStoreView } from '@fynbos/core/shop.ts';
import { storeViews } from '@fynbos/core/store-views.ts';
import { type NewRate, storedMethods } from '../../delivery/delivery-service.ts';
import { type AdminCommands, takeCommandArgs } from './admin-command.ts';

/** `npm run admin -- delivery …`. Shipping methods are created and changed by the import (docs/import.md). */
export const deliveryCommands: AdminCommands = {
  list: {
    args: '',
    does: 'list the shipping methods in their order, with their prices',
    async run({ db }, args) {
      takeCommandArgs(args, 0);
      const methods = [...(await storedMethods(db)).values()];
      return methods.flatMap(({ carrier_code, method_code, carrier_title, method_title, enabled, rates }) => [
        `${carrier_code} ${method_code}  ${carrier_title}, ${method_title}${enabled ? '' : ' (not offered)'}`,
        ...rates.map((rate) => `  ${describe(rate)}`),
      ]);
    },
  },
};

function describe({
  store_code,
  price_incl_tax_cents,
  from_amount_cents,
  region_codes,
  postcode_from,
  postcode_to,
}: NewRate) {
  const view = storeViews.find(({ code }) => code === store_code) ?? defaultStoreView;
  const money = (cents: number) =>
    formatPrice(centsToDecimal(cents), formatFor(view, defaultStoreView.locale));
  const parts = [
    (store_code && `in ${store_code}: `) + money(price_incl_tax_cents),
    from_amount_cents > 0 ? `from ${money(from_amount_cents)}` : '',
    region_codes.join(' '),
    postcode_from || postcode_to ? `postal codes ${postcode_from ?? ''} to ${postcode_to ?? ''}` : '',
  ];
  return parts.filter(Boolean).join(', ');
}
