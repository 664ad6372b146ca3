import { Type } from 'typebox';
import { endpoint } from '../endpoint.ts';

/** Where clients in GraphQL mode ask (decision 12). */
const path = '/graphql';

const query = Type.String({ minLength: 1, maxLength: 20_000, description: 'one GraphQL document' });
const operationName = Type.Optional(Type.Union([Type.String({ maxLength: 200 }), Type.Null()]));

/** `{data, errors?}` as the GraphQL specification has it; a refusal is in `errors`, never in an envelope. */
const GraphqlAnswer = Type.Object({
  data: Type.Optional(Type.Unknown()),
  errors: Type.Optional(Type.Array(Type.Object({ message: Type.String() }))),
});

const answered = {
  path,
  result: GraphqlAnswer,
  envelope: false,
  refusal: GraphqlAnswer,
  problems: ['invalid_input'],
} as const;

export const graphql = endpoint({
  ...answered,
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
  ...answered,
  name: 'graphqlByGet',
  method: 'GET',
  summary: 'The same question in the query string, its variables as JSON',
  query: Type.Object({
    query,
    operationName,
    variables: Type.Optional(Type.String({ maxLength: 20_000 })),
  }),
});
