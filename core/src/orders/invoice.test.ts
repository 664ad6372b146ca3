import { expect, test } from 'vitest';
import { invoiceGroups } from './invoice.ts';

const item = (item_id: number, ...taxes: [percent: number, net: number, amount: number][]) => ({
  item_id,
  taxes: taxes.map(([percent, net, amount]) => ({ percent, net, amount })),
});

test('invoiceGroups separates lines by tax rate and adds delivery to its rate (spec D41)', () => {
  const groups = invoiceGroups({
    items: [item(1, [0, 18.99, 0]), item(2, [15, 113.03, 16.96])],
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

test('invoiceGroups includes what a voucher paid, so delivery is a line with its whole amount (ADR-036)', () => {
  const groups = invoiceGroups({
    items: [item(1, [0, 33.98, 0])],
    ...{ grand_total: 0, voucher_amount: 93.98, tax_amount: 7.83 },
    extension_attributes: {
      applied_taxes: [
        { percent: 15, net: 52.17, amount: 7.83 },
        { percent: 0, net: 33.98, amount: 0 },
      ],
    },
  });
  expect(groups.map(({ lines }) => lines)).toEqual([
    [{ net: 52.17, vat: 7.83, gross: 60 }],
    [{ item: 1, net: 33.98, vat: 0, gross: 33.98 }],
  ]);
});

test('invoiceGroups leaves out free delivery', () => {
  const groups = invoiceGroups({
    items: [item(1, [0, 18.99, 0])],
    grand_total: 18.99,
    tax_amount: 0,
    extension_attributes: { applied_taxes: [{ percent: 0, net: 18.99, amount: 0 }] },
  });
  expect(groups.flatMap(({ lines }) => lines)).toEqual([{ item: 1, net: 18.99, vat: 0, gross: 18.99 }]);
});

test('invoiceGroups lists a set with two rates under each of them', () => {
  const groups = invoiceGroups({
    items: [item(1, [15, 52.17, 7.83], [0, 43.5, 0])],
    grand_total: 103.5,
    tax_amount: 7.83,
    extension_attributes: {
      applied_taxes: [
        { percent: 15, net: 52.17, amount: 7.83 },
        { percent: 0, net: 43.5, amount: 0 },
      ],
    },
  });
  expect(groups).toEqual([
    { percent: 15, lines: [{ item: 1, net: 52.17, vat: 7.83, gross: 60 }] },
    { percent: 0, lines: [{ item: 1, net: 43.5, vat: 0, gross: 43.5 }] },
  ]);
});
