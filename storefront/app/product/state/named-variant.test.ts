import { standardSwitches } from '@fynbos/core/switches.ts';
import { expect, test } from 'vitest';
import type { PageChild } from '../../catalogue/state/product-details.ts';
import { configureApi } from '../../platform/api/api-settings.ts';
import { variantSkuOf } from './named-variant.ts';

const product = {
  configurable_children: ['RED', 'BLUE'].map((sku) => ({ sku }) as PageChild),
  bestSku: 'BLUE',
};

function withFallback(variantFallback: boolean) {
  const switches = { ...standardSwitches, variantFallback };
  configureApi({ base: '', publicBase: '', partitionKey: 'za', switches });
}

test('variantSkuOf returns the named variant, and the default one without a name, with and without fallback', () => {
  for (const isOn of [true, false]) {
    withFallback(isOn);
    expect(variantSkuOf(product, 'RED')).toBe('RED');
    expect(variantSkuOf(product, undefined)).toBe('BLUE');
  }
});

test('variantSkuOf falls back to the default variant only where the operator allows it', () => {
  withFallback(true);
  expect(variantSkuOf(product, 'GONE')).toBe('BLUE');
  withFallback(false);
  expect(variantSkuOf(product, 'GONE')).toBeUndefined();
});
