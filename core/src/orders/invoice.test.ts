import { expect, test } from 'vitest';
import { invoiceGroups } from './invoice.ts';

const item = (item_id: number, row_paid_incl_tax: number, tax_amount: number, tax_percent: number) => ({
  ...{ item_id, row_paid_incl_tax, tax_amount, tax_percent },
});

test('an invoice keeps the lines of each rate apart, and delivery among its own (decision 41)', () => {
  const groups = invoiceGroups({
    items: [item(1, 18.99, 0, 0), item(2, 129.99, 16.96, 15)],
    grand_total: 208.98,
    tax_amount: 24.79,
    extension_attributes: {
      applied_taxes: [
        { percent: 15, net: 165.2, amount: 24.79 },
        { percent: 0, net: 18.99, amount: 0 },
      ],
    },
  });
  expect(groups).toEqual([
    {
      percent: 15,
      lines: [
        { item: 2, net: 113.03, vat: 16.96, gross: 129.99 },
        { net: 52.17, vat: 7.83, gross: 60 },
      ],
    },
    { percent: 0, lines: [{ item: 1, net: 18.99, vat: 0, gross: 18.99 }] },
  ]);
});

test('delivery that costs nothing is no line', () => {
  const groups = invoiceGroups({
    items: [item(1, 18.99, 0, 0)],
    grand_total: 18.99,
    tax_amount: 0,
    extension_attributes: { applied_taxes: [{ percent: 0, net: 18.99, amount: 0 }] },
  });
  expect(groups.flatMap(({ lines }) => lines)).toEqual([{ item: 1, net: 18.99, vat: 0, gross: 18.99 }]);
});
