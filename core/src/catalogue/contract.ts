import { type Static, type TSchema, Type } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { groupQuery } from '../pricing/contract.ts';

/** A raw hit of the catalogue, or null (wire contract 1.7). `_type` is product, category or cms_page. */
const UrlHit = Type.Union([
  Type.Object({
    _index: Type.String(),
    _type: Type.String(),
    _id: Type.String(),
    _score: Type.Number(),
    _source: Type.Record(Type.String(), Type.Unknown()),
  }),
  Type.Null(),
]);

const urlMap = {
  method: 'POST',
  query: Type.Object({
    lang: Type.Optional(Type.String({ maxLength: 35, description: 'the language of a page' })),
  }),
  summary: 'Resolve a URL path to a product, a category or a page; null when there is none',
  body: Type.Object({
    url: Type.String({ minLength: 1, maxLength: 2000 }),
    includeFields: Type.Optional(Type.Union([Type.Array(Type.String()), Type.Null()])),
    excludeFields: Type.Optional(Type.Union([Type.Array(Type.String()), Type.Null()])),
    options: Type.Optional(
      Type.Union([
        Type.Object({
          fallbackToDefaultWhenNoAvailable: Type.Optional(
            Type.Boolean({
              description: 'returns the product even if it has no variant with the sku of `filters`',
            }),
          ),
        }),
        Type.Null(),
      ]),
    ),
    filters: Type.Optional(
      Type.Union([
        Type.Object({
          sku: Type.Optional(
            Type.Union([
              Type.String({
                maxLength: 200,
                description:
                  'a product must have this sku, or a variant with it; otherwise the result is null',
              }),
              Type.Null(),
            ]),
          ),
        }),
        Type.Null(),
      ]),
    ),
    groupId: Type.Optional(Type.Unknown()),
    groupToken: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  }),
  result: UrlHit,
  envelope: false,
  problems: ['invalid_input'],
} as const;

export const mapUrl = endpoint({ ...urlMap, name: 'mapUrl', path: '/api/url/map' });
export const mapUrlShort = endpoint({ ...urlMap, name: 'mapUrlShort', path: '/api/url' });

/** Translations of names and descriptions of the catalogue by their text in the store view (D68). */
const CatalogueLabels = Type.Record(Type.String(), Type.String());
export type CatalogueLabels = Readonly<Static<typeof CatalogueLabels>>;

/** Not in the Vue Storefront API. */
export const catalogueLabels = endpoint({
  name: 'catalogueLabels',
  method: 'GET',
  path: '/api/catalog/labels',
  summary:
    'Translations of the catalogue, its promotions and shipping methods, by their text in the store view (D68)',
  query: Type.Object({
    locale: Type.String({ minLength: 2, maxLength: 35, description: 'the language, such as `af-ZA`' }),
  }),
  result: CatalogueLabels,
  problems: ['invalid_input'],
});

/** Maximum number of full documents in one response. */
export const maxListedProducts = 100;

export const listProducts = endpoint({
  name: 'listProducts',
  method: 'GET',
  path: '/api/product/list',
  summary: 'Product documents by sku; unknown skus are left out and named in meta.unknown',
  query: Type.Object({
    skus: Type.String({
      minLength: 1,
      maxLength: 20_000,
      description: `comma list, a SKU with a comma quoted as in CSV, at most ${maxListedProducts}`,
    }),
    ...groupQuery,
  }),
  result: Type.Object({ items: Type.Array(Type.Record(Type.String(), Type.Unknown())) }),
  problems: ['invalid_input'],
});

const idOrNumber = Type.Union([Type.String({ maxLength: 200 }), Type.Number()]);

/** Clients send a list, or a map of the same objects (wire contract 1.1). */
const listOrMap = <Entry extends TSchema>(entry: Entry) =>
  Type.Union([
    Type.Array(entry, { maxItems: 200 }),
    Type.Record(Type.String(), entry, { maxProperties: 200 }),
  ]);

const OptionValue = Type.Object({
  option_id: idOrNumber,
  option_value: Type.Union([
    Type.String({ maxLength: 10_000 }),
    Type.Number(),
    Type.Array(idOrNumber, { maxItems: 200 }),
  ]),
});

/** The configuration of a product as clients send it; `readProductOption` normalizes it. */
export const ProductOptionBody = Type.Object({
  extension_attributes: Type.Optional(
    Type.Object({
      custom_options: Type.Optional(listOrMap(OptionValue)),
      configurable_item_options: Type.Optional(listOrMap(OptionValue)),
      bundle_options: Type.Optional(
        listOrMap(
          Type.Object({
            option_id: idOrNumber,
            option_qty: Type.Optional(idOrNumber),
            option_selections: Type.Optional(Type.Union([listOrMap(idOrNumber), idOrNumber])),
          }),
        ),
      ),
    }),
  ),
});
