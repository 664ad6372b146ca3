import type { Filter } from '@fynbos/core/search/search-request.ts';
import { describe, expect, test } from 'vitest';
import { matchDocuments } from './document-matcher.ts';

const documents = [
  { id: 2, name: 'Pantry', level: 1, is_active: true, tags: ['dry'] },
  { id: 10, name: 'Fresh fruit', level: 2, is_active: true, category: [{ name: 'Fruit' }] },
  { id: 11, name: 'Closed', level: 2, is_active: false, position: 3 },
];

function matchingIds(field: string, condition: Filter['condition'], any = false): number[] {
  return matchDocuments(documents, [{ field, scope: 'default', any, condition }], []).map(({ id }) => id);
}

describe('matchDocuments equals the search engine (wire contract 3.1, spec D3)', () => {
  test('compares values as text, also inside lists', () => {
    expect(matchingIds('id', { is: 'in', values: ['10', 2] })).toEqual([2, 10]);
    expect(matchingIds('category.name.keyword', { is: 'in', values: ['Fruit'] })).toEqual([10]);
    expect(matchingIds('is_active', { is: 'notIn', values: [true] })).toEqual([11]);
  });

  test('like matches substrings; its wildcards are plain characters', () => {
    expect(matchingIds('name', { is: 'like', text: 'fruit' })).toEqual([10]);
    expect(matchingIds('name', { is: 'like', text: '%' })).toEqual([]);
  });

  test('like returns the document with just that text first', () => {
    const pages = [{ identifier: 'about-us' }, { identifier: 'about' }];
    const filter = { field: 'identifier', scope: 'default', any: false } as const;
    const matches = matchDocuments(pages, [{ ...filter, condition: { is: 'like', text: 'about' } }], []);
    expect(matches.map(({ identifier }) => identifier)).toEqual(['about', 'about-us']);
  });

  test('supports absent, present and ranges', () => {
    expect(matchingIds('position', { is: 'absent' })).toEqual([2, 10]);
    expect(matchingIds('position', { is: 'present' })).toEqual([11]);
    expect(matchingIds('level', { is: 'range', gt: 1, lte: 2 })).toEqual([10, 11]);
  });

  test('requires one of the alternatives to match', () => {
    const any = (value: number): Filter => ({
      field: 'id',
      scope: 'default',
      any: true,
      condition: { is: 'in', values: [value] },
    });
    expect(matchDocuments(documents, [any(2), any(11)], []).map(({ id }) => id)).toEqual([2, 11]);
  });

  test('sorts by each field in turn, documents without a value last', () => {
    const sorted = matchDocuments(
      documents,
      [],
      [
        { field: 'position', direction: 'desc' },
        { field: 'id', direction: 'desc' },
      ],
    );
    expect(sorted.map(({ id }) => id)).toEqual([11, 10, 2]);
  });
});
