import { listed } from '@fynbos/core/catalogue/listing.ts';
import { newCart } from '../cart/guest-cart.ts';
import { search } from '../shop/small-shop.ts';
import type { TestShop } from '../shop/test-shop.ts';
import type { ColumnCases } from './column-case.ts';
import { cartTakes, documentOf, field, isFound, labels, linked } from './product-view.ts';

/** The columns of identity, catalogue and attributes. A plain product is called `Item` and its SKU. */

/** The address of the product, if it leads to it. */
async function addressOf(shop: TestShop, sku: string): Promise<unknown> {
  const { url_path: url } = await documentOf(shop, sku);
  const { body } = await shop.post('/api/url/map', { url });
  return body._source.sku === sku && url;
}

/** The place of the product in the list of its category. */
async function rankOf(shop: TestShop, sku: string): Promise<number> {
  const { category_ids } = await documentOf(shop, sku);
  const { items } = await search(shop, {
    filters: { category_ids: { in: category_ids } },
    _appliedSort: [{ field: 'position', options: 'asc' }],
  });
  return items.findIndex((item: { sku: string }) => item.sku === sku);
}

const links = (type: string) => ({
  cell: 'PART-A|PART-B:2',
  see: linked(type),
  shows: ['PART-A:1', 'PART-B:2'],
  else: [],
});
const select = (code: string) => ({ cell: 'Sample', see: labels(code), shows: ['Sample'], else: [] });
const sold = (view: string) => ({ [`price_incl_tax_${view}`]: '3' });
const text = (name: string) => ({ cell: 'A text', see: field(name), shows: 'A text', else: '' });
const attribute = (name: string, cell: string) => ({
  cell,
  see: field(name.replace('attr_', '')),
  shows: cell,
  else: undefined,
});

export const identityCases: ColumnCases = {
  sku: {
    cell: 'OWN-SKU',
    see: async (shop, sku) => {
      const cart = await newCart(shop);
      await cart.update({ sku, qty: 1 });
      return (await cart.pull())[0]?.sku;
    },
    shows: 'OWN-SKU',
    else: 'sku_off',
  },
  type_id: {
    cell: 'virtual',
    see: async (shop, sku) => {
      const cart = await newCart(shop);
      await cart.update({ sku, qty: 1 });
      const address = { country_id: 'ZA', postcode: '8001', region_code: 'ZA-WC' };
      return (await cart.post('/api/cart/shipping-methods', { address })).body.result.length;
    },
    shows: 0,
    else: 1,
  },
  name: { cell: 'Own name', see: field('name'), shows: 'Own name', else: 'Item name_off' },
  parent_sku: {
    cell: 'FAMILY',
    both: { packsize: '1 kg' },
    see: async (shop, sku) => {
      const { configurable_children: children } = await documentOf(shop, 'FAMILY');
      return children.some((child: { sku: string }) => child.sku === sku);
    },
    shows: true,
    else: false,
  },
  configurable_attributes: {
    cell: 'packsize|colour',
    both: { type_id: 'configurable', price_incl_tax: '' },
    without: { configurable_attributes: 'packsize' },
    see: async (shop, sku) =>
      (await documentOf(shop, sku)).configurable_options.map(
        (option: { attribute_code: string }) => option.attribute_code,
      ),
    shows: ['packsize', 'colour'],
    else: ['packsize'],
  },
};

export const catalogueCases: ColumnCases = {
  categories: {
    cell: 'Sea > Fish',
    see: async (shop, sku) =>
      (await documentOf(shop, sku)).category.map(({ path }: { path: string }) => path),
    shows: ['sea/fish'],
    else: [],
  },
  status: { cell: '2', see: cartTakes(1), shows: 'product_unavailable', else: 'ok' },
  visibility: {
    cell: '1',
    see: isFound({ _appliedFilters: listed({ listOutOfStock: true }) }),
    shows: false,
    else: true,
  },
  position: { cell: '-5', both: { categories: 'Shelf' }, see: rankOf, shows: 0, else: 1 },
  url_path: { cell: 'own/path', see: addressOf, shows: 'own/path', else: 'item-url-path-off' },
  url_key: { cell: 'own-key', see: addressOf, shows: 'own-key', else: 'item-url-key-off' },
  slug: { cell: 'own-slug', see: field('slug'), shows: 'own-slug', else: 'item-slug-off' },
  short_description: text('short_description'),
  description: text('description'),
  name_de: {
    cell: 'Hafer',
    both: sold('de'),
    see: field('name', 'fynbos_de'),
    shows: 'Hafer',
    else: 'Item name_de_off',
  },
  short_description_de: {
    ...{ cell: 'Kurz', both: sold('de'), see: field('short_description', 'fynbos_de') },
    ...{ shows: 'Kurz', else: '' },
  },
  description_de: {
    cell: 'Lang',
    both: sold('de'),
    see: field('description', 'fynbos_de'),
    shows: 'Lang',
    else: '',
  },
  attr_CODE_de: {
    cell: { attr_ingredients_de: 'Hafer' },
    both: { ...sold('de'), attr_ingredients: 'Oats' },
    see: field('ingredients', 'fynbos_de'),
    ...{ shows: 'Hafer', else: 'Oats' },
  },
  image: { cell: '/own.jpg', see: field('image'), shows: '/own.jpg', else: '/drawn/image_off.svg' },
  gallery: {
    cell: '/a.jpg|/b.jpg',
    see: async (shop, sku) =>
      (await documentOf(shop, sku)).media_gallery.map(({ image }: { image: string }) => image),
    shows: ['/a.jpg', '/b.jpg'],
    else: [],
  },
  featured: { cell: 'yes', see: isFound({ filters: { featured: 'y', new: '1' } }), shows: true, else: false },
  is_special: { cell: 'yes', see: isFound({ filters: { is_special: true } }), shows: true, else: false },
  related: links('related'),
  upsell: links('upsell'),
  crosssell: links('crosssell'),
  associated: {
    cell: 'PART-A|PART-B:2',
    both: { type_id: 'grouped', price_incl_tax: '' },
    see: linked('associated'),
    ...{ shows: ['PART-A:1', 'PART-B:2'], else: [] },
  },
  errors: { cell: 'Recalled.', see: cartTakes(1), shows: 'product_unavailable', else: 'ok' },
  info: { cell: 'New.|Dry.', see: field('info'), shows: { 1: 'New.', 2: 'Dry.' }, else: undefined },
  created_at: {
    cell: '2020-01-01',
    see: async (shop, sku) => (await documentOf(shop, sku)).created_at < '2020-01-02',
    ...{ shows: true, else: false },
  },
};

export const attributeCases: ColumnCases = {
  brand: { cell: 'Zanzibar', see: isFound({ _searchText: 'Zanzibar' }), shows: true, else: false },
  product_code: { cell: 'XQ9977', see: isFound({ _searchText: 'XQ9977' }), shows: true, else: false },
  ...Object.fromEntries(
    ['product_brand', 'product_type', 'product_subtype', 'product_range', 'colour', 'material', 'format'].map(
      (code) => [code, select(code)],
    ),
  ),
  packsize: select('packsize'),
  agefrom: select('agefrom'),
  diet: { cell: 'Vegan|Gluten free', see: labels('diet'), shows: ['Vegan', 'Gluten free'], else: [] },
  attr_allergens: {
    cell: 'Milk|Tree nuts',
    see: labels('allergens'),
    shows: ['Milk', 'Tree nuts'],
    else: [],
  },
  attr_ingredients: attribute('attr_ingredients', 'Oats'),
  attr_energy_kj: attribute('attr_energy_kj', '1500'),
  attr_protein_g: attribute('attr_protein_g', '9.5'),
  attr_nutrition_basis: attribute('attr_nutrition_basis', '100 ml'),
  attr_serving_size: attribute('attr_serving_size', '40 g (1 slice)'),
  attr_capacity: attribute('attr_capacity', '1.5 L'),
  attr_storage: attribute('attr_storage', 'frozen'),
  attr_CODE: { cell: { attr_wood: 'Oak' }, see: field('wood'), shows: 'Oak', else: undefined },
};
