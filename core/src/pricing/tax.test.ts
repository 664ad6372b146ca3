import { describe, expect, test } from 'vitest';
import { withTax } from '../money.ts';
import { type TaxRule, taxRate } from './tax.ts';

const vat: TaxRule = {
  id: 1,
  code: 'VAT',
  product_tax_class_ids: [2],
  customer_tax_class_ids: [3],
  rates: [
    {
      id: 1,
      code: 'ZA-14',
      rate: 14,
      tax_country_id: 'ZA',
      tax_region_id: 0,
      valid_to: '2018-03-31T21:59:59.999Z',
    },
    {
      id: 2,
      code: 'ZA-15',
      rate: 15,
      tax_country_id: 'ZA',
      tax_region_id: 0,
      valid_from: '2018-03-31T22:00:00Z',
    },
    { id: 3, code: 'US-CA', rate: 8.25, tax_country_id: 'US', tax_region_id: 12, region_name: 'California' },
  ],
};
const now = new Date('2026-11-20T10:00:00Z');

describe('taxRate (spec commerce 4)', () => {
  test('is 15 % in South Africa today', () => {
    expect(taxRate(2, [vat], { country: 'ZA', now })).toBe(15);
  });

  test('follows its dates, to the instant', () => {
    expect(taxRate(2, [vat], { country: 'ZA', now: new Date('2018-03-31T21:59:59.999Z') })).toBe(14);
    expect(taxRate(2, [vat], { country: 'ZA', now: new Date('2018-03-31T22:00:00Z') })).toBe(15);
  });

  test('requires the named region where the rate has one', () => {
    expect(taxRate(2, [vat], { country: 'US', region: 'California', now })).toBe(8.25);
    expect(taxRate(2, [vat], { country: 'US', region: 'Texas', now })).toBe(0);
  });

  test('S: California has its own rate, the rest of the country another (wire contract 4.2)', () => {
    const [, , california] = vat.rates;
    const everywhere = { id: 4, code: 'US-*', rate: 5, tax_country_id: 'US', tax_region_id: 0 };
    const rules = [{ ...vat, rates: [california!, everywhere] }];
    expect(taxRate(2, rules, { country: 'US', region: 'California', now })).toBe(8.25);
    expect(taxRate(2, rules, { country: 'US', region: 'New York', now })).toBe(5);
    expect([withTax(1_000_000, 8.25), withTax(1_000_000, 5)]).toEqual([10_825, 10_500]);
  });

  test('is 0 without a class, without a rule, and for another customer class', () => {
    expect(taxRate(0, [vat], { country: 'ZA', now })).toBe(0);
    expect(taxRate(9, [vat], { country: 'ZA', now })).toBe(0);
    expect(taxRate(2, [vat], { country: 'ZA', customerTaxClass: 4, now })).toBe(0);
  });
});
