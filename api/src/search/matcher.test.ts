import type { Filter } from '@fynbos/core/search/request.ts';
import { describe, expect, test } from 'vitest';
import { matchDocuments } from './matcher.ts';

const documents = [
  { id: 2, name: 'Pantry', level: 1, is_active: true, tags: ['dry'] },
  { id: 10, name: 'Fresh fruit', level: 2, is_active: true, category: [{ name: 'Fruit' }] },
  { id: 11, name: 'Closed', level: 2, is_active: false, position: 3 },
];

function found(field: string, condition: Filter['condition'], any = false): number[] {
  return matchDocuments(documents, [{ field, scope: 'default', any, condition }], []).map(({ id }) => id);
}

describe('documents are matched as the engine would (wire contract 3.1, decision 3)', () => {
  test('values compare as text, inside lists too', () => {
    expect(found('id', { is: 'in', values: ['10', 2] })).toEqual([2, 10]);
    expect(found('category.name.keyword', { is: 'in', values: ['Fruit'] })).toEqual([10]);
    expect(found('is_active', { is: 'notIn', values: [true] })).toEqual([11]);
  });

  test('like is a real contains, and its wildcards are plain characters', () => {
    expect(found('name', { is: 'like', text: 'fruit' })).toEqual([10]);
    expect(found('name', { is: 'like', text: '%' })).toEqual([]);
  });

  test('absent, present and ranges', () => {
    expect(found('position', { is: 'absent' })).toEqual([2, 10]);
    expect(found('position', { is: 'present' })).toEqual([11]);
    expect(found('level', { is: 'range', gt: 1, lte: 2 })).toEqual([10, 11]);
  });

  test('alternatives need one of them to hold', () => {
    const any = (value: number): Filter => ({
      field: 'id',
      scope: 'default',
      any: true,
      condition: { is: 'in', values: [value] },
    });
    expect(matchDocuments(documents, [any(2), any(11)], []).map(({ id }) => id)).toEqual([2, 11]);
  });

  test('sorts by each field in turn, what has no value last', () => {
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
