import { standardSwitches } from '@fynbos/core/switches.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { configureApi } from '../api-settings.ts';
import { statusOf } from './live-stock.ts';

const shelf = (is_in_stock: boolean) => ({ is_in_stock });
const configure = (stockSync: boolean) =>
  configureApi({
    base: '',
    publicBase: '',
    partitionKey: 'za',
    switches: { ...standardSwitches, stockSync },
  });
beforeEach(() => configure(true));

describe('the stock status of a page (PDP-6, commerce 4)', () => {
  test.each([
    ['is being checked until the shop answered', shelf(true), new Map(), 'checking'],
    ['is ok when the shop says so', shelf(false), new Map([['OATS', shelf(true)]]), 'ok'],
    ['is out of stock when the shop says so', shelf(true), new Map([['OATS', shelf(false)]]), 'out_of_stock'],
    ['is volatile when the shop did not answer', shelf(true), new Map([['OATS', undefined]]), 'volatile'],
    ['is volatile where nothing was ever known', undefined, new Map([['OATS', undefined]]), 'volatile'],
    ['stays out of stock without an answer', shelf(false), new Map([['OATS', undefined]]), 'out_of_stock'],
  ] as const)('%s', (_, known, board, expected) => {
    expect(statusOf('OATS', known, board)).toBe(expected);
  });

  test('is volatile whatever is known when stock sync is off (STOCK-1)', () => {
    configure(false);
    for (const known of [shelf(true), shelf(false), undefined])
      expect(statusOf('OATS', known, new Map())).toBe('volatile');
  });
});
