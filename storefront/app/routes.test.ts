import { isFixedRoute } from '@fynbos/core/catalogue/fixed-routes.ts';
import { expect, test } from 'vitest';
import { offlineRoutes } from './offline-catalog/components/preload-offline-pages.ts';
import routes from './routes.ts';

type Routes = readonly { path?: string | undefined; children?: Routes | undefined }[];
const pathsIn = (all: Routes): string[] =>
  all.flatMap(({ path, children }) => [...(path ? [path] : []), ...pathsIn(children ?? [])]);

test('isFixedRoute covers every route of the shop, so that no product or category can take its address', () => {
  const paths = pathsIn(routes).filter((path) => path !== '*');
  expect(paths).toContain('cart');
  expect(paths.filter((path) => !isFixedRoute(path))).toEqual([]);
});

type Files = readonly { file: string; children?: Files | undefined }[];
const filesIn = (all: Files): string[] =>
  all.flatMap(({ file, children }) => [file, ...filesIn(children ?? [])]);

test('the routes that the offline catalog can show exist', () => {
  const ids = filesIn(routes).map((file) => file.replace(/\.tsx?$/, ''));
  expect(offlineRoutes.filter((id) => !ids.includes(id))).toEqual([]);
});
