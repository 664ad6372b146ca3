import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { allMutations } from './all-mutations.ts';
import { areas, type Mutation, mutated } from './mutation.ts';
import { entriesIn, isFound, mutationPage } from './mutation-page.ts';

const project = join(import.meta.dirname, '../..');

test.each(allMutations)('mutation $id: its original text occurs once in $file', (mutation) => {
  const text = readFileSync(join(project, mutation.file), 'utf8');
  expect(mutated(text, mutation)).not.toBe(text);
});

test('mutations: the tests that should find each of them exist', () => {
  const missing = allMutations.flatMap(({ id, tests }) =>
    tests.filter((path) => !existsSync(join(project, path))).map((path) => `${id}: ${path}`),
  );
  expect(missing).toEqual([]);
});

test('mutations: each id is used once, and the areas have the agreed numbers', () => {
  expect(new Set(allMutations.map(({ id }) => id)).size).toBe(allMutations.length);
  const counts = areas.map((area) => allMutations.filter((mutation) => mutation.area === area).length);
  expect(counts).toEqual([10, 10, 10, 10, 8, 6, 6]);
});

test('mutations: tests/MUTATIONS.md shows that the tests find each of them', () => {
  const rows = entriesIn(readFileSync(join(project, 'tests/MUTATIONS.md'), 'utf8'));
  expect([...rows.keys()]).toEqual(allMutations.map(({ id }) => id));
  expect([...rows.values()].filter((row) => !isFound(row))).toEqual([]);
});

test('mutations: a run of some of them retains the results of the others', () => {
  const [first, second] = allMutations as [Mutation, Mutation];
  const ids = [first.id, second.id];
  const result = { seconds: 1.4, killedBy: 'a.test.ts › finds a | b' };
  const page = mutationPage('', [{ ...result, mutation: second }], ids);
  expect(page).toContain('The tests find 1 of 2 defects.');
  const next = entriesIn(mutationPage(page, [{ ...result, mutation: first, killedBy: undefined }], ids));
  expect([...next].map(([id, row]) => [id, isFound(row)])).toEqual([
    [first.id, false],
    [second.id, true],
  ]);
  expect(next.get(second.id)).toContain('Found by a.test.ts › finds a | b');
});

test('mutations: a text that occurs twice or not at all is refused', () => {
  const mutation = { ...allMutations[0]!, original: 'a + b', replacement: 'a - b' };
  expect(mutated('return a + b;', mutation)).toBe('return a - b;');
  expect(() => mutated('return a;', mutation)).toThrow('occurs 0 times');
  expect(() => mutated('a + b; a + b', mutation)).toThrow('occurs 2 times');
});
