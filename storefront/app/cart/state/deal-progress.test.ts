import { expect, test } from 'vitest';
import { dealProgress, startedDealText } from './deal-progress.ts';

const pasta = { deals: ['3 for R45', 'Dinner for R99'], deal_codes: ['pasta', 'dinner'] };
const lacks = (code: string, missing: number) => ({
  ...{ code, label: '3 for R45', missing, isCombo: false },
});

const nothing = { dealsMet: [], dealsMissed: [] };

test('without a cart, a product names its deals', () => {
  expect(dealProgress(pasta, [])).toEqual({ begun: nothing, labels: pasta.deals });
  expect(dealProgress({}, [{ dealsMissed: [lacks('pasta', 1)] }])).toEqual({ begun: nothing, labels: [] });
});

test('a deal that the cart has begun says how many units it lacks', () => {
  const dealsMissed = [lacks('pasta', 2)];
  expect(dealProgress(pasta, [{ dealsMissed }, {}])).toEqual({
    begun: { dealsMet: [], dealsMissed },
    labels: ['Dinner for R99'],
  });
});

test('a deal that applies says what it saves on all lines, and what the next set lacks', () => {
  const met = (saving: number) => ({ code: 'pasta', label: '3 for R45', saving });
  const dealsMissed = [lacks('pasta', 1)];
  expect(dealProgress(pasta, [{ dealsMet: [met(300)] }, { dealsMet: [met(250)], dealsMissed }])).toEqual({
    begun: { dealsMet: [met(550)], dealsMissed },
    labels: ['Dinner for R99'],
  });
});

test('another deal with the same label is no progress, nor is a deal without a code in an older snapshot', () => {
  const { code: _, ...older } = lacks('pasta', 1);
  const lines = [
    { dealsMissed: [lacks('sauce', 1), older], dealsMet: [{ label: '3 for R45', saving: 100 }] },
  ];
  expect(dealProgress(pasta, lines)).toEqual({ begun: nothing, labels: pasta.deals });
});

const text = {
  t: (id: string, values?: object) => `${id} ${JSON.stringify(values)}`,
  label: (label: string) => label.toLowerCase(),
};

test('startedDealText words what the first begun promotion of a product lacks, whichever it is', () => {
  const missed = (code: string | undefined, isCombo = false) => ({
    ...(code && { code }),
    ...{ label: 'FOR R45', missing: 2, isCombo },
  });
  const started = startedDealText(
    [{ dealsMissed: [missed(undefined), missed('dinner', true)] }, {}, { dealsMissed: [missed('pasta')] }],
    text,
  );
  const ofPasta = 'cart.dealMissed {"count":2,"deal":"for r45"}';
  const ofDinner = 'cart.dealMissedCombo {"count":2,"deal":"for r45"}';
  expect(started(['pasta', 'dinner'])).toBe(ofPasta);
  expect(started(['dinner', 'pasta'])).toBe(ofDinner);
  // The cart has begun only the second.
  expect(started(['sauce', 'dinner'])).toBe(ofDinner);
  expect(started(['sauce'])).toBeUndefined();
  expect(started(undefined)).toBeUndefined();
});
