import { Type } from 'typebox';
import { endpoint } from '../endpoint.ts';

/** Endpoint for clients in GraphQL mode (spec D12). */
const path = '/graphql';

const query = Type.String({ minLength: 1, maxLength: 20_000, description: 'one GraphQL document' });
const operationName = Type.Optional(Type.Union([Type.String({ maxLength: 200 }), Type.Null()]));

/** `{data, errors?}` as in the GraphQL specification; problems are in `errors`, never in an envelope. */
const GraphqlResponse = Type.Object({
  data: Type.Optional(Type.Unknown()),
  errors: Type.Optional(Type.Array(Type.Object({ message: Type.String() }))),
});

const sharedFields = {
  path,
  result: GraphqlResponse,
  envelope: false,
  refusal: GraphqlResponse,
  problems: ['invalid_input'],
} as const;

export const graphql = endpoint({
  ...sharedFields,
  name: 'graphql',
  method: 'POST',
  summary: 'Products, categories, attributes, content and addresses in GraphQL, where API_MODE is graphql',
  body: Type.Object({
    query,
    operationName,
    variables: Type.Optional(Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()])),
  }),
});

export const graphqlByGet = endpoint({
  ...sharedFields,
  name: 'graphqlByGet',
  method: 'GET',
  summary: 'The same query in the query string, its variables as JSON',
  query: Type.Object({
    query,
    operationName,
    variables: Type.Optional(Type.String({ maxLength: 20_000 })),
  }),
});
