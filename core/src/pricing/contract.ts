import { Type } from 'typebox';
import { endpoint } from '../endpoint.ts';

/** As many products as one render list prices: a product with every variant it may have. */
export const mostRendered = 500;

const Net = Type.Object({
  final_price: Type.Number(),
  regular_price: Type.Number(),
  special_price: Type.Number(),
});

/** What a product costs now (wire contract 1.6): tax included, and without it in `tax_adjustments`. 0 is no special price. */
export const PriceInfo = Type.Object({
  final_price: Type.Number(),
  regular_price: Type.Number(),
  special_price: Type.Number(),
  minimal_price: Type.Number({ description: 'of what can be bought of it: its cheapest variant' }),
  max_price: Type.Number({ description: 'its dearest variant' }),
  extension_attributes: Type.Object({ tax_adjustments: Net }),
});

/** Whose prices are asked for: the group stands in a token alone; `userGroupId` is read from no one. */
export const groupQuery = {
  userGroupId: Type.Optional(Type.Unknown({ description: 'of old clients; not read' })),
  groupToken: Type.Optional(Type.String({ maxLength: 1000, description: 'proves the customer group' })),
  token: Type.Optional(
    Type.String({ maxLength: 1000, description: 'the same, where tokens need not travel in headers' }),
  ),
};

export const renderList = endpoint({
  name: 'renderList',
  method: 'GET',
  path: '/api/product/render-list',
  summary:
    'What products and variants cost now, for the customer group of the token; skus nobody knows are left out and named in meta.unknown',
  query: Type.Object({
    skus: Type.String({
      minLength: 1,
      maxLength: 20_000,
      description: `comma list, at most ${mostRendered}`,
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
