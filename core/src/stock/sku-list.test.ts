import { expect, test } from 'vitest';
import { readSkuList, writeSkuList } from './sku-list.ts';

const skus = ['A,B', 'A', 'OATS', '5" PAN', '"Q",', 'a/b c+d%20&e', 'Кофе', "it's", '100%'];

test('a list of SKUs with any character is read as it was written', () => {
  expect(readSkuList(writeSkuList(skus), () => false)).toEqual(skus);
});

test.each([
  ['A,B', ['A,B'], ['A,B']],
  ['OATS,A,B,MILK', ['OATS', 'A,B', 'MILK'], ['OATS', 'A,B', 'MILK']],
  ['A, B ,,A', ['A', 'B'], ['A', 'B']],
  ['5" PAN,6" PAN', ['5" PAN', '6" PAN'], ['5" PAN', '6" PAN']],
  ['"Q,MILK', ['"Q', 'MILK'], ['"Q', 'MILK']],
  ['"Q",MILK', ['"Q"', 'MILK'], ['"Q"', 'MILK']],
  ['GONE,A', ['A'], ['GONE', 'A']],
  ['a,b,c,d', ['a,b,c', 'd'], ['a,b,c', 'd']],
])('the list %s without quotes is read by the SKUs that the shop has', (list, known, read) => {
  expect(readSkuList(list, (sku) => known.includes(sku))).toEqual(read);
});

test.each([',', 'a,', '",', '"a,', ' ,'])('a long list of %j is read with few lookups', (part) => {
  let lookups = 0;
  const list = part.repeat(10_000);
  readSkuList(list, () => {
    lookups += 1;
    return false;
  });
  expect(lookups).toBeLessThanOrEqual(90_000);
});
