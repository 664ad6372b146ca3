import type { TestShop } from '../shop/test-shop.ts';
import type { ColumnTable } from './column-case.ts';
import { documentOf, field } from './product-view.ts';

/** The tables of categories, attributes, tax rates, stores and their stock, each with an effect per column. */

const entity = (name: string, key: string, index = 'fynbos') =>
  async function find(shop: TestShop, value: string) {
    const { body } = await shop.post(`/api/catalog/${index}/${name}/_search`, { size: 500 });
    return body.items.find((item: Record<string, unknown>) => item[key] === value);
  };

const category = entity('category', 'name');
const ofCategory = (name: string) => async (shop: TestShop, path: string) =>
  (await category(shop, path))?.[name];
/** A name of its own in the store view hides the other, so the category is found by its id. */
const inView = (name: string, view: string) => async (shop: TestShop, path: string) => {
  const { id } = await category(shop, path);
  const { body } = await shop.post(`/api/catalog/fynbos_${view}/category/_search`, {
    filters: { id: { eq: id } },
  });
  return body.items[0]?.[name];
};

/** A name of the catalogue in Afrikaans. */
export const inAfrikaans =
  (nameOf: (shop: TestShop, id: string) => Promise<unknown>) => async (shop: TestShop, id: string) => {
    const { body } = await shop.get('/api/catalog/labels?locale=af-ZA');
    return body.result[String(await nameOf(shop, id))];
  };

export const categoryTable: ColumnTable = {
  key: 'path',
  plain: () => ({}),
  cases: {
    path: {
      cell: 'Own > Leaf',
      see: async (shop) => Boolean(await category(shop, 'Leaf')),
      shows: true,
      else: true,
    },
    position: { cell: '7', see: ofCategory('position'), shows: 7, else: 0 },
    is_active: { cell: 'no', see: ofCategory('is_active'), shows: undefined, else: true },
    include_in_menu: { cell: 'no', see: ofCategory('include_in_menu'), shows: false, else: true },
    image: { cell: '/own.jpg', see: ofCategory('image'), shows: '/own.jpg', else: '' },
    description: { cell: 'A text', see: ofCategory('description'), shows: 'A text', else: '' },
    url_path: { cell: 'own/path', see: ofCategory('url_path'), shows: 'own/path', else: 'url-path-off' },
    url_key: { cell: 'own-key', see: ofCategory('url_key'), shows: 'own-key', else: 'url-key-off' },
    slug: { cell: 'own-slug', see: ofCategory('slug'), shows: 'own-slug', else: 'slug-off' },
    name_de: { cell: 'Brot', see: inView('name', 'de'), shows: 'Brot', else: 'name_de_off' },
    name_it: { cell: 'Pane', see: inView('name', 'it'), shows: 'Pane', else: 'name_it_off' },
    name_af: { cell: 'Brood', see: inAfrikaans(async (_, path) => path), shows: 'Brood', else: undefined },
    description_af: {
      cell: { description: 'Daily', description_af: 'Daagliks' },
      see: inAfrikaans(ofCategory('description')),
      shows: 'Daagliks',
      else: undefined,
    },
    description_de: { cell: 'Lang', see: inView('description', 'de'), shows: 'Lang', else: '' },
    description_it: { cell: 'Lungo', see: inView('description', 'it'), shows: 'Lungo', else: '' },
  },
};

const ofAttribute = (name: string, index?: string) => async (shop: TestShop, code: string) =>
  (await entity('attribute', 'attribute_code', index)(shop, code))?.[name];
const optionsOf = (index?: string) => async (shop: TestShop, code: string) => {
  const options = await ofAttribute('options', index)(shop, code);
  return options.map(({ label }: { label: string }) => label);
};
const labelIn = (view: string) => ofAttribute('frontend_label', `fynbos_${view}`);

export const attributeTable: ColumnTable = {
  key: 'code',
  plain: (code) => ({ label: `Label ${code}`, input: 'select', options: 'Red|Blue' }),
  cases: {
    code: { cell: 'own_code', see: ofAttribute('attribute_code'), shows: 'own_code', else: 'code_off' },
    label: {
      cell: 'Own label',
      see: ofAttribute('frontend_label'),
      shows: 'Own label',
      else: 'Label label_off',
    },
    input: { cell: 'multiselect', see: ofAttribute('frontend_input'), shows: 'multiselect', else: 'select' },
    options: { cell: 'Small|Large', see: optionsOf(), shows: ['Small', 'Large'], else: ['Red', 'Blue'] },
    label_de: { cell: 'Farbe', see: labelIn('de'), shows: 'Farbe', else: 'Label label_de_off' },
    label_it: { cell: 'Colore', see: labelIn('it'), shows: 'Colore', else: 'Label label_it_off' },
    label_af: {
      cell: 'Kleur',
      see: inAfrikaans(ofAttribute('frontend_label')),
      shows: 'Kleur',
      else: undefined,
    },
    options_af: {
      cell: { options: 'Tiny|Huge', options_af: 'Tiny=Klein' },
      see: inAfrikaans(async (shop, code) => (await optionsOf()(shop, code))[0]),
      shows: 'Klein',
      else: undefined,
    },
    options_de: {
      cell: 'Red=Rot',
      see: optionsOf('fynbos_de'),
      shows: ['Rot', 'Blue'],
      else: ['Red', 'Blue'],
    },
    options_it: {
      cell: 'Red=Rosso',
      see: optionsOf('fynbos_it'),
      shows: ['Rosso', 'Blue'],
      else: ['Red', 'Blue'],
    },
    is_comparable: { cell: 'yes', see: ofAttribute('is_comparable'), shows: true, else: false },
    is_visible: {
      cell: 'no',
      see: async (shop, code) => (await documentOf(shop, 'PAINTED'))[code],
      shows: undefined,
      else: '1',
    },
    is_visible_on_front: { cell: 'no', see: ofAttribute('is_visible_on_front'), shows: false, else: true },
    is_user_defined: { cell: 'no', see: ofAttribute('is_user_defined'), shows: false, else: true },
  },
};

const rule = entity('taxrule', 'code');
/** Price with tax of the product of this tax class, which costs R10 without. */
const taxed = field('price_incl_tax');
let taxClassCount = 100;
const taxClasses = new Map<string, string>();
/** A number for each tax class of the table. */
function taxClassOf(code: string): string {
  const known = taxClasses.get(code) ?? String(++taxClassCount);
  taxClasses.set(code, known);
  return known;
}

export const taxTable: ColumnTable = {
  key: 'tax_class',
  plain: (code) => ({ product_tax_class_ids: taxClassOf(code), country: 'ZA', rate: '15' }),
  cases: {
    tax_class: {
      cell: 'own class',
      see: async (shop, code) => (await rule(shop, code)).code,
      ...{ shows: 'own class', else: 'tax_class_off' },
    },
    product_tax_class_ids: {
      cell: '11|12',
      without: { product_tax_class_ids: '13' },
      see: async (shop, code) => [(await documentOf(shop, code)).tax_class_id, await taxed(shop, 'CLASS-12')],
      ...{ shows: [11, 11.5], else: [13, 11.5] },
    },
    customer_tax_class_ids: { cell: '9', see: taxed, shows: 10, else: 11.5 },
    country: { cell: 'US', see: taxed, shows: 10, else: 11.5 },
    region: { cell: 'Elsewhere', see: taxed, shows: 10, else: 11.5 },
    rate: { cell: '20', see: taxed, shows: 12, else: 11.5 },
    rate_code: {
      cell: 'VAT-OWN',
      see: async (shop, code) => (await rule(shop, code)).rates[0].code,
      ...{ shows: 'VAT-OWN', else: 'ZA-rate_code_off' },
    },
    valid_from: { cell: '2999-01-01', see: taxed, shows: 10, else: 11.5 },
    valid_to: { cell: '2020-01-01', see: taxed, shows: 10, else: 11.5 },
  },
};

const storesOf = async (shop: TestShop) =>
  (await shop.get('/api/cart/fulfilment-config')).body.result.fulfilment_stores;
const ofStore = (name: string) => async (shop: TestShop, code: string) =>
  (await storesOf(shop)).find((store: { code: string }) => store.code === code)?.[name];
const storeText = (name: string, cell: string, plain: unknown) => ({
  cell,
  see: ofStore(name),
  shows: cell,
  else: plain,
});

export const storeTable: ColumnTable = {
  key: 'code',
  plain: (code) => ({
    ...{ name: `Store ${code}`, street: '1 Road', city: 'Town', region_code: 'ZA-WC', postcode: '8001' },
    ...{ latitude: '-33.9', longitude: '18.4', position: '5' },
  }),
  cases: {
    code: storeText('code', 'OWN', 'code_off'),
    name: storeText('name', 'Own name', 'Store name_off'),
    street: { cell: '2 Road|Gate 3', see: ofStore('street'), shows: ['2 Road', 'Gate 3'], else: ['1 Road'] },
    suburb: storeText('suburb', 'Gardens', ''),
    city: storeText('city', 'Durban', 'Town'),
    region_code: storeText('region_code', 'ZA-EC', 'ZA-WC'),
    postcode: storeText('postcode', '4001', '8001'),
    latitude: { cell: '-30.5', see: ofStore('latitude'), shows: -30.5, else: -33.9 },
    longitude: { cell: '20.5', see: ofStore('longitude'), shows: 20.5, else: 18.4 },
    telephone: storeText('telephone', '+27210000101', ''),
    hours: storeText('hours', 'Mo-Fr 08:00-19:00', ''),
    services: {
      cell: 'delivery|collect',
      see: ofStore('services'),
      shows: ['delivery', 'collect'],
      else: [],
    },
    position: {
      cell: '1',
      see: async (shop, code) => (await storesOf(shop))[0].code === code,
      ...{ shows: true, else: false },
    },
  },
};

const isInStock = async (shop: TestShop, sku: string) =>
  (await shop.get(`/api/stock/check?sku=${sku}&storePartitionKey=OWN`)).body.result.is_in_stock;

export const storeStockTable: ColumnTable = {
  key: 'sku',
  plain: () => ({ store: 'OWN', qty: '0' }),
  cases: {
    sku: { cell: 'OWN-SKU', without: { qty: '5' }, see: isInStock, shows: false, else: true },
    store: { cell: 'name_off', see: isInStock, shows: true, else: false },
    qty: { cell: '3', see: isInStock, shows: true, else: false },
  },
};
