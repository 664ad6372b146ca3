import { expect, test } from 'vitest';
import { missedDealTexts } from './missed-deals.ts';

const text = {
  t: (id: string, values?: object) => `${id} ${JSON.stringify(values)}`,
  label: (label: string) => label.toLowerCase(),
};

test('missedDealTexts words what each promotion of the cart lacks, by code', () => {
  const missed = (code: string | undefined, isCombo = false) => ({
    ...(code && { code }),
    ...{ label: 'FOR R45', missing: 2, isCombo },
  });
  const lines = [
    { dealsMissed: [missed('pasta'), missed(undefined)] },
    {},
    { dealsMissed: [missed('dinner', true)] },
  ];
  expect([...missedDealTexts(lines, text)]).toEqual([
    ['pasta', 'cart.dealMissed {"count":2,"deal":"for r45"}'],
    ['dinner', 'cart.dealMissedCombo {"count":2,"deal":"for r45"}'],
  ]);
});
