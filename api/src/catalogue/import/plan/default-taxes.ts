import type { TaxRuleDraft } from '../rows/drafts.ts';

const at = { file: 'the taxes of South Africa', line: 1 };

/**
 * VAT in South Africa: 15 %, and 0 % on the basic foods of Schedule 2 Part B. A shop without tax rules gets
 * these if the input has none, so that a price list can be imported by itself.
 */
export const southAfricanTaxes: readonly TaxRuleDraft[] = [rule('standard', 2, 15), rule('zero', 3, 0)];

function rule(code: string, taxClass: number, rate: number): TaxRuleDraft {
  return {
    at,
    code,
    product_tax_class_ids: [taxClass],
    customer_tax_class_ids: [3],
    rates: [
      {
        code: `ZA-${code}`,
        rate,
        tax_country_id: 'ZA',
        tax_region_id: 0,
        region_name: null,
        valid_from: null,
        valid_to: null,
      },
    ],
  };
}
