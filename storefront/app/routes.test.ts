import { isFixedRoute } from '@fynbos/core/catalogue/fixed-routes.ts';
import { expect, test } from 'vitest';
import routes from './routes.ts';

type Routes = readonly { path?: string | undefined; children?: Routes | undefined }[];
const pathsIn = (all: Routes): string[] =>
  all.flatMap(({ path, children }) => [...(path ? [path] : []), ...pathsIn(children ?? [])]);

test('no product and no category may stand where a route of the shop answers first', () => {
  const paths = pathsIn(routes).filter((path) => path !== '*');
  expect(paths).toContain('cart');
  expect(paths.filter((path) => !isFixedRoute(path))).toEqual([]);
});
