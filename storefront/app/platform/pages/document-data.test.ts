import { standardSwitches } from '@fynbos/core/switches.ts';
import { beforeEach, expect, test } from 'vitest';
import { configureApi } from '../api/api-settings.ts';
import { documentData, readData } from './document-data.ts';

const request = (isDocument: boolean) =>
  configureApi({ base: '', publicBase: '', partitionKey: 'za', switches: standardSwitches, isDocument });

beforeEach(() => request(true));

const page = { kind: 'category', listing: { items: [{ sku: 'OATS', name: 'Oats «fine»' }], total: 1 } };

test('a document has its data as JSON text, which is read as the same data each time', () => {
  const sent = documentData(page);
  expect(sent).toBe(JSON.stringify(page));
  expect(readData(sent)).toBe(page);
  // A browser has only the text.
  const text = `${JSON.stringify({ ...page, kind: 'brand' })}`;
  const read = readData<typeof page>(text);
  expect(read).toEqual({ ...page, kind: 'brand' });
  expect(readData<typeof page>(text)).toBe(read);
});

test('a navigation has its data as objects, as tabs of an earlier version expect', () => {
  request(false);
  expect(documentData(page)).toBe(page);
  expect(readData(page)).toBe(page);
  expect(readData(undefined)).toBeUndefined();
});

test('the data of old pages is forgotten', () => {
  const first = documentData(page);
  for (let total = 0; total < 32; total++) documentData({ ...page, total });
  expect(readData(first)).not.toBe(page);
  expect(readData(first)).toEqual(page);
});
