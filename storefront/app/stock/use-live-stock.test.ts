import { standardSwitches } from '@fynbos/core/switches.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { configureApi } from '../platform/api/api-settings.ts';
import { statusOf } from './use-live-stock.ts';

const itemStock = (is_in_stock: boolean) => ({ is_in_stock });
const configure = (stockSync: boolean) =>
  configureApi({
    base: '',
    publicBase: '',
    partitionKey: 'za',
    switches: { ...standardSwitches, stockSync },
  });
beforeEach(() => configure(true));

describe('statusOf, the stock status on a page (PDP-6, spec commerce 4)', () => {
  test.each([
    ['is checking until the shop has responded', itemStock(true), new Map(), 'checking'],
    ['is ok when the shop says so', itemStock(false), new Map([['OATS', itemStock(true)]]), 'ok'],
    [
      'is out of stock when the shop says so',
      itemStock(true),
      new Map([['OATS', itemStock(false)]]),
      'out_of_stock',
    ],
    [
      'is volatile when the shop did not respond',
      itemStock(true),
      new Map([['OATS', undefined]]),
      'volatile',
    ],
    ['is volatile when the stock was never known', undefined, new Map([['OATS', undefined]]), 'volatile'],
    [
      'remains out of stock when the shop did not respond',
      itemStock(false),
      new Map([['OATS', undefined]]),
      'out_of_stock',
    ],
  ] as const)('%s', (_, known, board, expected) => {
    expect(statusOf('OATS', known, board)).toBe(expected);
  });

  test('is volatile when stock sync is off, whatever is known (STOCK-1)', () => {
    configure(false);
    for (const known of [itemStock(true), itemStock(false), undefined])
      expect(statusOf('OATS', known, new Map())).toBe('volatile');
  });
});
