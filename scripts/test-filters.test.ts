import { expect, test } from 'vitest';
import { needsStorefront, projectsOf } from './test-filters.ts';

test.each<[string[], { storefront: boolean; projects: string[] }]>([
  [[], { storefront: true, projects: [] }],
  [['core/src/cart'], { storefront: false, projects: ['core'] }],
  [['api/src/orders/x.test.ts'], { storefront: false, projects: ['api', 'process'] }],
  [['core/src/cart', 'api/src/cart'], { storefront: false, projects: ['core', 'api', 'process'] }],
  [['core/src/cart', '-t', 'sold out'], { storefront: false, projects: ['core'] }],
  [['api/src/orders', '--project=api'], { storefront: false, projects: [] }],
  [['catalogue/variant', '-t', 'sold out'], { storefront: true, projects: [] }],
  [['core/src/cart', 'catalogue/variant'], { storefront: false, projects: [] }],
  [['tests/e2e/specs/cart'], { storefront: true, projects: [] }],
  [['tests/e2e/specs/cart', 'core/src/cart'], { storefront: true, projects: [] }],
  [['tests/conventions/files'], { storefront: false, projects: ['conventions'] }],
])('npm test -- %j starts only what these tests need', (filters, expected) => {
  expect(needsStorefront(filters)).toBe(expected.storefront);
  expect(projectsOf(filters)).toEqual(expected.projects.map((name) => `--project=${name}`));
});
