import type { TSchema } from 'typebox';
import type { Endpoint } from './endpoint.ts';

/** Parameters that many calls have, by their name in the OpenAPI document; none is in the schema of a call. */
const shared = {
  PartitionKey: {
    name: 'partitionKey',
    in: 'query',
    required: false,
    description:
      'the name of the shop, one of the operator’s PARTITION_KEYS; the default when absent or empty (spec D8)',
    schema: { type: 'string' },
  },
  StoreCode: {
    name: 'storeCode',
    in: 'query',
    required: false,
    description: 'the store view, with multistore on; the default when absent or unknown (wire contract 1.0)',
    schema: { type: 'string' },
  },
  CartToken: {
    name: 'X-Cart-Token',
    in: 'header',
    required: false,
    description: 'the token of the cart; instead of `cartId`, which shows it in addresses and logs',
    schema: { type: 'string', maxLength: 200 },
  },
  GroupToken: {
    name: 'X-Group-Token',
    in: 'header',
    required: false,
    description: 'proves the customer group whose prices are requested; instead of `groupToken`',
    schema: { type: 'string', maxLength: 1000 },
  },
  ClientId: {
    name: 'X-ClientId',
    in: 'header',
    required: false,
    description: '`web`: the refresh token travels in a cookie that no script can read (spec D42)',
    schema: { type: 'string' },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'chosen by the client; a repeated write with it changes nothing and returns the first response (spec D13)',
    schema: { type: 'string', maxLength: 200 },
  },
} as const;

type SharedName = keyof typeof shared;

/** The names that an operator has given the shop are the values of `partitionKey`. */
export function sharedParameters(partitionKeys: readonly string[]) {
  const schema = { type: 'string', enum: [...partitionKeys, ''] };
  return { ...shared, PartitionKey: { ...shared.PartitionKey, schema } };
}

// The parameters of an endpoint are object schemas.
const queryOf = ({ query }: Endpoint): object => (query as { properties?: object }).properties ?? {};

/** Calls that take the cart of the caller name it by `cartId` too. */
const readsCart = (endpoint: Endpoint): boolean => 'cartId' in queryOf(endpoint);

/** Calls that start, renew or end a session. */
const sessionCalls = ['login', 'refreshToken', 'logout'];

/** All parameters of a call. */
export function parametersOf(endpoint: Endpoint, write: (schema: TSchema) => object): object[] {
  const { name, method, params, query } = endpoint;
  const names: [SharedName, boolean][] = [
    ['PartitionKey', true],
    ['StoreCode', true],
    ['CartToken', readsCart(endpoint)],
    ['GroupToken', 'groupToken' in queryOf(endpoint)],
    ['ClientId', sessionCalls.includes(name)],
    ['IdempotencyKey', method === 'POST' && 'whole' in queryOf(endpoint)],
  ];
  return [
    ...own(params, 'path', write),
    ...own(query, 'query', write),
    ...names.filter(([, applies]) => applies).map(([name]) => ({ $ref: `#/components/parameters/${name}` })),
  ];
}

function own(schema: TSchema, place: 'path' | 'query', write: (schema: TSchema) => object): object[] {
  // The parameters of an endpoint are object schemas.
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, TSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, of]) => ({
    name: name === '*' ? 'path' : name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: write(of),
  }));
}
