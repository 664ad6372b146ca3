import { standardSwitches } from '@fynbos/core/switches.ts';
import { afterAll, expect, test } from 'vitest';
import { configureApi } from '../../platform/api/api-settings.ts';
import { isUnpriced } from './unpriced-line.ts';

const configure = (zeroPriceProducts: boolean) =>
  configureApi({
    base: '',
    publicBase: '',
    partitionKey: 'za',
    switches: { ...standardSwitches, zeroPriceProducts },
  });
afterAll(() => configure(false));

test.each([
  ['a paid line', { unit: 100, row: 200, problems: [] }, [false, false]],
  ['a free product', { unit: 0, row: 0, problems: [] }, [true, false]],
  ['a bundle with a missing part', { unit: 0, row: 0, problems: ['options_invalid'] }, [true, true]],
  ['a line with an unknown price', { unit: -1, row: -1, problems: [] }, [true, true]],
])('isUnpriced: %s, with zero-price products off and on', (_, line, expected) => {
  const results = [false, true].map((isOn) => {
    configure(isOn);
    return isUnpriced(line);
  });
  expect(results).toEqual(expected);
});
