import { type Locale, locales } from '@fynbos/core/shop.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { compileCatalogue } from '../../platform/i18n/message-compiler.ts';
import { readCatalogue } from '../../platform/i18n/messages-plugin.ts';
import { makeText, withLabels } from '../../platform/i18n/text.ts';
import { TextProvider } from '../../platform/i18n/text-context.tsx';
import type { ShownOrder } from '../state/order-response.ts';
import { Invoice, invoiceTitle } from './invoice.tsx';

// The build provides the messages; this test reads the catalogues.
vi.mock('../../catalogue/state/use-all-labels.ts', () => ({ useAllLabels() {} }));
vi.mock('../../platform/i18n/parts/cart-messages.ts', () => ({}));
vi.mock('../../platform/i18n/parts/delivery-messages.ts', () => ({}));
vi.mock('../../platform/i18n/parts/stores-messages.ts', () => ({}));
vi.mock('../../platform/i18n/parts/orders-messages.ts', () => ({}));
vi.mock('../../platform/i18n/parts/checkout-messages.ts', () => ({}));

const textIn = (locale: Locale) => makeText(locale, compileCatalogue(readCatalogue(locale)));

// `en-ZA` has the texts of `en-US`.
test.each(locales.filter((locale) => locale !== 'en-ZA'))(
  'only a seller with a VAT number issues a tax invoice (%s)',
  (locale) => {
    const { t } = textIn(locale);
    const [plain, taxed] = [t(invoiceTitle({ vatNumber: '' })), t(invoiceTitle({ vatNumber: '4123456789' }))];
    expect(plain).not.toBe(taxed);
    for (const title of [plain, taxed]) expect(title).not.toMatch(/^orders\./);
    if (locale === 'en-US') expect([plain, taxed]).toEqual(['Invoice', 'Tax invoice']);
  },
);

const billing_address = {
  ...{ firstname: 'Thandi', lastname: 'Nkosi', company: 'Karoo Deli', vat_id: '4999999999', telephone: '' },
  ...{ street: ['1 Church Street'], city: 'Prince Albert', region: 'Western Cape', postcode: '6930' },
  ...{ country_id: 'ZA' },
};
// The fields that an invoice without lines reads.
const order = {
  ...{ state: 'new', status: 'pending', increment_id: '000100001', created_at: '2026-11-20 08:00:00' },
  ...{
    billing_address,
    items: [],
    order_currency_code: 'ZAR',
    grand_total: 0,
    tax_amount: 0,
    shipping_incl_tax: 0,
  },
  extension_attributes: { shipping_assignments: [], applied_taxes: [], tracking: [] },
} as unknown as ShownOrder;

test('the delivery and the province of an invoice are named in the language of the page', () => {
  const labels = { 'Door courier': 'Kurier', 'Next day': 'Am nächsten Tag', 'Western Cape': 'Westkap' };
  const shown = renderToStaticMarkup(
    <TextProvider text={withLabels(textIn('de-DE'), labels)}>
      <Invoice
        order={{ ...order, grand_total: 60, shipping_description: 'Door courier – Next day' }}
        from={{ name: 'Veld', address: 'Cape Town', vatNumber: '' }}
        back={null}
      />
    </TextProvider>,
  );
  expect(shown).toContain('Kurier – Am nächsten Tag');
  expect(shown).toContain('Westkap');
});

test('the invoice of a seller without a VAT number shows no VAT number, not even that of the buyer', () => {
  const shown = (vatNumber: string) =>
    renderToStaticMarkup(
      <TextProvider text={textIn('en-US')}>
        <Invoice order={order} from={{ name: 'Veld', address: 'Cape Town', vatNumber }} back={null} />
      </TextProvider>,
    );
  expect(shown('')).not.toContain('VAT number');
  expect(shown('')).toContain('Karoo Deli');
  for (const part of ['VAT number: 4123456789', 'VAT number: 4999999999'])
    expect(shown('4123456789')).toContain(part);
});
