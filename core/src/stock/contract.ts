import { Type } from 'typebox';
import { endpoint } from '../endpoint.ts';

/** Stock of one product on the wire (wire contract 1.4, spec commerce 3). Prices are decimals, VAT included. */
export const StockResult = Type.Object({
  product_id: Type.Integer(),
  sku: Type.String(),
  qty: Type.Number(),
  is_in_stock: Type.Boolean(),
  manage_stock: Type.Boolean(),
  min_qty: Type.Number(),
  min_sale_qty: Type.Number(),
  max_sale_qty: Type.Number(),
  backorders: Type.Integer(),
  code: Type.String({ description: 'ok or out_of_stock' }),
  price_incl_tax: Type.Number(),
  original_price_incl_tax: Type.Number(),
  special_price: Type.Number(),
});

/** `in_stock`: the product can be ordered now, so nothing was stored. */
const NotificationState = Type.Union([Type.Literal('requested'), Type.Literal('in_stock')]);

const Sku = Type.String({ minLength: 1, maxLength: 200 });

/** spec D8: an unknown store is ignored, and `meta.unknownStore` names it. */
const storePartitionKey = Type.Optional(
  Type.String({
    maxLength: 64,
    description: 'the chosen fulfilment store; its own stock overrules the shop’s',
  }),
);

export const checkStock = endpoint({
  name: 'checkStock',
  method: 'GET',
  path: '/api/stock/check',
  summary: 'Live stock and price of one product',
  query: Type.Object({ sku: Sku, storePartitionKey }),
  result: StockResult,
  problems: ['invalid_input', 'product_not_found'],
});

export const checkStockOfSku = endpoint({
  name: 'checkStockOfSku',
  method: 'GET',
  path: '/api/stock/check/{sku}',
  summary: 'Live stock and price of one product, the sku in the path',
  params: Type.Object({ sku: Sku }),
  query: Type.Object({ storePartitionKey }),
  result: StockResult,
  problems: ['invalid_input', 'product_not_found'],
});

export const listStock = endpoint({
  name: 'listStock',
  method: 'GET',
  path: '/api/stock/list',
  summary: 'Live stock of several products; unknown skus are omitted and listed in meta.unknown',
  query: Type.Object({
    skus: Type.String({
      minLength: 1,
      maxLength: 20_000,
      description: 'comma list; a SKU with a comma is quoted as in CSV',
    }),
    storePartitionKey,
  }),
  result: Type.Array(StockResult),
  problems: ['invalid_input'],
});

export const requestStockNotification = endpoint({
  name: 'requestStockNotification',
  method: 'POST',
  path: '/api/stock/notify',
  summary: 'Sends one e-mail once a sold-out product is back in stock (spec D75)',
  query: Type.Object({ storePartitionKey }),
  body: Type.Object({
    sku: Sku,
    email: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 254,
        documented: { format: 'email' },
        description: 'that of the account, if omitted',
      }),
    ),
    locale: Type.Optional(Type.String({ maxLength: 10, description: 'the language of the e-mail' })),
  }),
  result: NotificationState,
  problems: ['invalid_input', 'not_logged_in', 'product_not_found', 'too_many_attempts'],
});
