import type { TSchema } from 'typebox';
import type { Endpoint } from './endpoint.ts';
import { type ProblemCode, problems } from './problem.ts';
import { shop } from './shop.ts';

/** Returns the OpenAPI 3.1 document of these endpoints; their schemas are already JSON Schema. */
export function openApiOf(endpoints: readonly Endpoint[], version: string) {
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace('/*', '/{path}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: { title: `${shop.name} API`, version, description: 'The HTTP API of the shop.' },
    paths,
    components: { schemas: { Problem: problemSchema, ProblemInObject: problemInObject } },
  };
}

const problemSchema = {
  type: 'object',
  required: ['code', 'result', 'meta'],
  properties: {
    code: { type: 'integer', description: 'the HTTP status' },
    result: { type: 'string', description: 'a message for shoppers' },
    meta: {
      type: 'object',
      required: ['problem', 'retry', 'requestId'],
      properties: {
        problem: { type: 'string', enum: Object.keys(problems) },
        retry: { type: 'boolean', description: 'whether the same call may succeed later' },
        requestId: { type: 'string' },
        values: { type: 'object', description: 'the values of the placeholders in the message' },
        fields: {
          type: 'array',
          items: {
            type: 'object',
            required: ['field', 'message'],
            properties: { field: { type: 'string' }, message: { type: 'string' } },
          },
        },
      },
    },
  },
};

/** The message is where old clients expect it (`errorObject` of an endpoint). */
const problemInObject = {
  ...problemSchema,
  properties: {
    ...problemSchema.properties,
    result: {
      type: 'object',
      required: ['errorMessage'],
      properties: { errorMessage: problemSchema.properties.result },
    },
  },
};

function operation(endpoint: Endpoint): object {
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    parameters: [
      ...parameters(endpoint.params, 'path'),
      ...parameters(endpoint.query, 'query'),
      partitionKey,
      storeCode,
      ...(readsCart(endpoint) ? [cartToken] : []),
    ],
    ...(endpoint.method === 'GET'
      ? {}
      : { requestBody: { required: true, content: { 'application/json': { schema: endpoint.body } } } }),
    responses: {
      200: success(endpoint),
      ...(endpoint.notModified && { 304: { description: 'the caller’s copy is still current' } }),
      ...refusals(endpoint),
    },
  };
}

const partitionKey = {
  name: 'partitionKey',
  in: 'query',
  required: false,
  description: 'the name of the shop; the default when absent (spec D8)',
  schema: { type: 'string' },
};

const storeCode = {
  name: 'storeCode',
  in: 'query',
  required: false,
  description: 'the store view, with multistore on; the default when absent or unknown (wire contract 1.0)',
  schema: { type: 'string' },
};

/** Calls that take the cart of the caller name it by `cartId` too. */
const readsCart = ({ query }: Endpoint): boolean =>
  'cartId' in ((query as { properties?: object }).properties ?? {});

const cartToken = {
  name: 'x-cart-token',
  in: 'header',
  required: false,
  description: 'the token of the cart; instead of `cartId`, which shows it in addresses and logs',
  schema: { type: 'string', maxLength: 200 },
};

function parameters(schema: TSchema, place: 'path' | 'query'): object[] {
  // The parameters of an endpoint are object schemas.
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, TSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, of]) => ({
    name: name === '*' ? 'path' : name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: of,
  }));
}

function success(endpoint: Endpoint): object {
  const schema = endpoint.envelope
    ? {
        type: 'object',
        required: ['code', 'result'],
        properties: { code: { const: 200 }, result: endpoint.result, meta: { type: 'object' } },
      }
    : endpoint.result;
  const content = (endpoint.media ?? ['application/json']).map((type) => [
    type,
    { schema: /json$/.test(type) ? schema : { type: 'string' } },
  ]);
  return { description: endpoint.summary, content: Object.fromEntries(content) };
}

/** Problems of any call: from reading the request before it is routed, or from a failure. */
const anyCall: readonly ProblemCode[] = [
  'malformed_body',
  'invalid_input',
  'unknown_partition',
  'too_slow',
  'headers_too_large',
  'unavailable',
  'internal',
];
const callsWithBody: readonly ProblemCode[] = ['body_too_large', 'unsupported_media'];

/** Returns all problems that a call may return. */
export const refusalsOf = ({ problems, method }: Endpoint): ReadonlySet<ProblemCode> =>
  new Set([...problems, ...anyCall, ...(method === 'GET' ? [] : callsWithBody)]);

function refusals(endpoint: Endpoint): Record<number, object> {
  const schema = endpoint.refusal ?? {
    $ref: `#/components/schemas/${endpoint.errorObject ? 'ProblemInObject' : 'Problem'}`,
  };
  const byStatus = Map.groupBy(refusalsOf(endpoint), (code) => problems[code].status);
  // A missing image is replaced by a placeholder.
  const placeholderImage = endpoint.media?.includes('image/*')
    ? { 'image/*': { schema: { type: 'string' } } }
    : {};
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.join(', '),
        content: { 'application/json': { schema }, ...(status === 404 && placeholderImage) },
      },
    ]),
  );
}
