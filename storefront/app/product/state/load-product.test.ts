import type { Product } from '@fynbos/core/catalogue/entities.ts';
import { standardSwitches } from '@fynbos/core/switches.ts';
import { describe, expect, test } from 'vitest';
import { configureApi } from '../../platform/api/api-settings.ts';
import { loadProduct } from './load-product.ts';

const document = (more: Partial<Product>) =>
  ({
    ...{ id: 2, sku: 'CHILD', name: 'Child', type_id: 'simple', status: 1, visibility: 1, url_path: 'child' },
    ...{ category_ids: [], product_links: [], configurable_options: [], configurable_children: [] },
    ...{ custom_options: [], description: '', short_description: '' },
    ...more,
  }) as unknown as Product;
const parent = document({ id: 1, sku: 'PARENT', type_id: 'configurable', visibility: 4, url_path: 'parent' });

/** Answers every search with nothing, except the one for the parent. */
function shopWith(directChildAccess: boolean, parents: Product[]) {
  const travel = async (_url: string, { body = '' }: { body?: string }) => {
    const items = body.includes('configurable_children.sku') ? parents : [];
    const text = JSON.stringify({ items, total: items.length, aggregations: {}, attributeMetadata: [] });
    return { status: 200, type: 'application/json', text };
  };
  const switches = { ...standardSwitches, directChildAccess };
  configureApi({ base: 'http://api', publicBase: '', partitionKey: 'za', switches, travel });
}

const thrownBy = (product: Product) =>
  loadProduct(product, {}).then(
    () => undefined,
    (thrown) => thrown,
  );

describe('loadProduct of a child (spec D19)', () => {
  test('redirects permanently to its parent by default', async () => {
    shopWith(false, [parent]);
    const thrown = await thrownBy(document({}));
    expect(thrown).toBeInstanceOf(Response);
    expect(thrown.status).toBe(301);
    expect(thrown.headers.get('location')).toBe('/parent?childSku=CHILD');
  });

  test('loads the child itself where the operator allows direct access', async () => {
    shopWith(true, [parent]);
    expect(await loadProduct(document({}), {})).toMatchObject({
      kind: 'product',
      product: { sku: 'CHILD', name: 'Child' },
    });
  });

  test('is not found without an active parent, also with direct access', async () => {
    for (const isAllowed of [false, true]) {
      for (const parents of [[], [document({ id: 1, status: 2 })]]) {
        shopWith(isAllowed, parents);
        expect(await thrownBy(document({}))).toMatchObject({ init: { status: 404 } });
      }
    }
  });
});
