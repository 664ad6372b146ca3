import { describe, expect, test } from 'vitest';
import { changeRate } from './tax-rate-change.ts';

const rate = (percent: number, valid_from: string | null = null, valid_to: string | null = null) => ({
  code: 'ZA-standard',
  rate: percent,
  tax_country_id: 'ZA',
  tax_region_id: 0,
  region_name: null,
  valid_from,
  valid_to,
});
const german = { ...rate(19), code: 'DE-standard', tax_country_id: 'DE' };
const from = new Date('2027-03-31T22:00:00Z');
const change = { country: 'ZA', rate: 15.5, from };

describe('changeRate (spec D17)', () => {
  test('ends the old rate one moment before, so that every instant has one', () => {
    expect(changeRate([rate(15), german], change)).toEqual({
      rates: [
        rate(15, null, '2027-03-31T21:59:59.999Z'),
        german,
        rate(15.5, '2027-03-31T22:00:00.000Z', null),
      ],
      before: 15,
    });
  });

  test('passes on the end of the old rate', () => {
    const changed = changeRate([rate(15, null, '2028-12-31T21:59:59.999Z')], change);
    expect('rates' in changed && changed.rates[1]!.valid_to).toBe('2028-12-31T21:59:59.999Z');
  });

  test('refuses an unchanged, already planned or ambiguous rate', () => {
    expect(changeRate([rate(15)], { ...change, rate: 15 })).toMatchObject({ problem: 'same' });
    expect(changeRate([rate(15), rate(16, '2027-06-30T22:00:00.000Z')], change)).toMatchObject({
      problem: 'changes_later',
      rate: { rate: 16 },
    });
    expect(changeRate([german], change)).toEqual({ problem: 'unknown_country' });
    expect(changeRate([rate(15), rate(0)], change)).toMatchObject({ problem: 'several' });
  });

  test('leaves regional rates as they are', () => {
    const region = { ...rate(2), tax_region_id: 1, region_name: 'Western Cape' };
    const changed = changeRate([region, rate(15)], change);
    expect('rates' in changed && changed.rates[0]).toBe(region);
  });
});
