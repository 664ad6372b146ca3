import { describe, expect, test } from 'vitest';
import { outcomeOf, refundOutcomeOf, worldOf } from './oppwa-result-codes.ts';

describe('result codes of OPPWA (https://docs.oppwa.com/reference/resultCodes)', () => {
  test.each([
    ['000.000.000', 'paid', 'transaction succeeded'],
    ['000.100.110', 'paid', 'succeeded in a test mode'],
    ['000.600.000', 'paid', 'succeeded due to an external update'],
    ['000.400.000', 'paid_review', 'succeeded, to be reviewed'],
    ['000.400.010', 'paid_review', 'succeeded, the security code differs'],
    ['000.400.100', 'paid_review', 'succeeded, the risk is unclear'],
    ['000.400.030', 'error', 'partly failed and reversed'],
    ['000.400.101', 'declined', '3-D Secure failed'],
    ['000.400.109', 'declined', 'not enrolled for 3-D Secure'],
    ['000.400.110', 'unknown', 'the shopper was authenticated, but nothing is paid yet'],
    ['000.400.200', 'declined', 'risk'],
    ['000.200.000', 'pending', 'pending'],
    ['800.400.500', 'pending_long', 'waits for non-instant payment'],
    ['100.400.500', 'pending_long', 'waits for external risk'],
    ['100.396.101', 'cancelled', 'cancelled by the shopper'],
    ['100.396.103', 'expired', 'timed out'],
    ['900.300.600', 'expired', 'the shopper’s session timed out'],
    ['800.100.152', 'declined', 'declined by the bank'],
    ['800.100.155', 'declined', 'amount above the credit'],
    ['100.380.401', 'declined', 'the shopper was not authenticated'],
    ['300.100.100', 'declined', 'requires more authentication'],
    ['900.100.200', 'error', 'the connection to the bank failed'],
    ['900.100.300', 'unknown', 'timed out with an uncertain result'],
    ['999.999.999', 'error', 'system failure'],
    ['200.300.404', 'error', 'no such session'],
    ['800.900.300', 'error', 'wrong keys'],
    ['100.100.700', 'error', 'not a card number'],
    ['000.100.201', 'unknown', 'a chargeback, which is not a payment'],
    ['123.456.789', 'unknown', 'an unknown code'],
    ['000.000.', 'unknown', 'no code'],
    ['x000.000.000', 'unknown', 'no code'],
    ['000.000.000.1', 'unknown', 'no code'],
  ])('%s is %s: %s', (code, outcome) => {
    expect(outcomeOf(code)).toBe(outcome);
  });

  test('worldOf tells test successes from live ones', () => {
    expect(['000.100.110', '000.100.111', '000.100.112'].map(worldOf)).toEqual(['test', 'test', 'test']);
    expect(['000.000.000', '000.600.000', '000.100.1101'].map(worldOf)).toEqual([
      'live',
      undefined,
      undefined,
    ]);
  });

  test('refundOutcomeOf returns failed only for a clear refusal', () => {
    expect(['000.000.000', '000.200.000', '700.400.200', '900.100.100', '5'].map(refundOutcomeOf)).toEqual([
      'succeeded',
      'accepted',
      'failed',
      'unknown',
      'unknown',
    ]);
  });
});
