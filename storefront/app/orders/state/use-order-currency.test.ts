import { storeViews } from '@fynbos/core/store-views.ts';
import { standardSwitches } from '@fynbos/core/switches.ts';
import { afterAll, expect, test } from 'vitest';
import { configureApi } from '../../platform/api/api-settings.ts';
import { writtenIn } from './use-order-currency.ts';

const settings = { base: '', publicBase: '', partitionKey: 'za', switches: standardSwitches };

// Test files share imported modules.
afterAll(() => configureApi(settings));

test('an amount is formatted in the currency it was paid in, in every store view', () => {
  for (const view of storeViews) {
    const viewSettings = { view, prefix: '', views: [] };
    configureApi({ ...settings, currentView: viewSettings });
    expect(writtenIn('ZAR', 1234.5, 'en-US')).toBe('R1,234.50');
    expect(writtenIn('EUR', 1234.5, 'en-US')).toBe('€1,234.50');
    expect(writtenIn('EUR', -2.49, 'de-DE')).toBe('-€2,49');
    expect(writtenIn('USD', 8, 'en-US')).toBe('USD 8.00');
  }
});
