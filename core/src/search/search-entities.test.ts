import { describe, expect, test } from 'vitest';
import { isEntity } from './search-entities.ts';

describe('documents of a search result', () => {
  test('isEntity accepts a document whose checked fields have their kinds', () => {
    expect(isEntity('product', { id: 7, sku: 'A', category_ids: [2], stock: { qty: 1 } })).toBe(true);
    expect(isEntity('cms_page', { identifier: 'about', title: 'About us', headings: [] })).toBe(true);
  });

  test('isEntity accepts a document without the fields that a search left out', () => {
    expect(isEntity('product', { sku: 'A' })).toBe(true);
    expect(isEntity('review', {})).toBe(true);
    expect(isEntity('category', { id: 3, name: null })).toBe(true);
  });

  test.each([
    ['product', { id: '7' }],
    ['product', { configurable_children: {} }],
    ['product', { stock: [] }],
    ['category', { url_path: 3 }],
    ['attribute', { options: 'red' }],
    ['cms_hierarchy', { children: null, title: 4 }],
  ] as const)('isEntity refuses a %s with a field of another kind: %j', (name, document) => {
    expect(isEntity(name, document)).toBe(false);
  });

  test.each([null, undefined, 'text', 7, []])('isEntity refuses %j, which is no document', (value) => {
    expect(isEntity('product', value)).toBe(false);
  });
});
