import { unknownPrice } from '@fynbos/core/pricing/price.ts';
import { standardSwitches } from '@fynbos/core/switches.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, expect, test } from 'vitest';
import { configureApi } from '../platform/api/api-settings.ts';
import { compileCatalogue } from '../platform/i18n/message-compiler.ts';
import { readCatalogue } from '../platform/i18n/messages-plugin.ts';
import { makeText } from '../platform/i18n/text.ts';
import { TextProvider } from '../platform/i18n/text-context.tsx';
import { Price } from './price.tsx';
import { configuredPriceFields } from './unknown-price.ts';

const text = makeText('en-US', compileCatalogue(readCatalogue('en-US')));
const configure = (zeroPriceProducts: boolean) =>
  configureApi({
    base: '',
    publicBase: '',
    partitionKey: 'za',
    switches: { ...standardSwitches, zeroPriceProducts },
  });
afterAll(() => configure(false));

/** The text of the price with zero-price products off and on. */
const shown = (of: Parameters<typeof Price>[0]['of']) =>
  [false, true].map((isOn) => {
    configure(isOn);
    const html = renderToStaticMarkup(
      <TextProvider text={text}>
        <Price of={of} />
      </TextProvider>,
    );
    return html.replace(/<[^>]*>/g, '');
  });
const amount = (final_price_incl_tax: number, type_id?: string) => ({
  ...{ final_price_incl_tax, original_price_incl_tax: final_price_incl_tax, special_price_incl_tax: 0 },
  type_id,
});
const onRequest = 'Price on request';

test('Price shows R0.00 for a free product only while zero-price products are sold', () => {
  expect(shown(amount(0, 'simple'))).toEqual([onRequest, 'R0.00']);
  expect(shown(amount(12.5, 'simple'))).toEqual(['R12.50', 'R12.50']);
});

test('Price shows a free configuration as R0.00, and an unknown price on request', () => {
  expect(shown(configuredPriceFields({ ...unknownPrice }))).toEqual([onRequest, 'R0.00']);
  expect(shown(configuredPriceFields(unknownPrice))).toEqual([onRequest, onRequest]);
});

test('Price shows a set without a price on request, because a part of it may be missing', () => {
  expect(shown(amount(0, 'bundle'))).toEqual([onRequest, onRequest]);
  expect(shown(amount(0, 'grouped'))).toEqual([onRequest, onRequest]);
});
