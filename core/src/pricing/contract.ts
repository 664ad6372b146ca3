import { Type } from 'typebox';
import { endpoint } from '../endpoint.ts';

/** Maximum number of products in one render list: a product with every variant it may have. */
export const maxRenderListSkus = 500;

const Net = Type.Object({
  final_price: Type.Number(),
  regular_price: Type.Number(),
  special_price: Type.Number(),
});

/**
 * The current price of a product (wire contract 1.6): with tax, and without it in `tax_adjustments`. A
 * special price of 0 means none.
 */
export const PriceInfo = Type.Object({
  final_price: Type.Number(),
  regular_price: Type.Number(),
  special_price: Type.Number(),
  minimal_price: Type.Number({ description: 'price of its cheapest variant' }),
  max_price: Type.Number({ description: 'price of its most expensive variant' }),
  extension_attributes: Type.Object({ tax_adjustments: Net }),
});

/** The customer group whose prices are requested. Only the signed token counts; `userGroupId` is ignored. */
export const groupQuery = {
  userGroupId: Type.Optional(Type.Unknown({ description: 'sent by old clients; ignored' })),
  groupToken: Type.Optional(Type.String({ maxLength: 1000, description: 'proves the customer group' })),
  token: Type.Optional(
    Type.String({ maxLength: 1000, description: 'the same, for clients that cannot send headers' }),
  ),
};

export const renderList = endpoint({
  name: 'renderList',
  method: 'GET',
  path: '/api/product/render-list',
  summary:
    'Current prices of products and variants for the customer group of the token; unknown skus are left out and named in meta.unknown',
  query: Type.Object({
    skus: Type.String({
      minLength: 1,
      maxLength: 20_000,
      description: `comma list, a SKU with a comma quoted as in CSV, at most ${maxRenderListSkus}`,
    }),
    currencyCode: Type.String({ description: 'the currency of the store view' }),
    storeId: Type.Integer({ description: 'the id of the store view' }),
    ...groupQuery,
  }),
  result: Type.Object({
    items: Type.Array(Type.Object({ id: Type.Integer(), sku: Type.String(), price_info: PriceInfo })),
  }),
  problems: ['invalid_input'],
});
