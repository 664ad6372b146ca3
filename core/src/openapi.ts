import { type Endpoint, nothing } from './endpoint.ts';
import { parametersOf, sharedParameters } from './openapi-parameters.ts';
import { SchemaNames } from './openapi-schemas.ts';
import { type ProblemCode, problems } from './problem.ts';
import { shop } from './shop.ts';

/**
 * Returns the OpenAPI 3.1 document of these endpoints; their schemas are already JSON Schema.
 * @param partitionKeys the names of the shop (spec D8)
 */
export function openapiOf(
  endpoints: readonly Endpoint[],
  version: string,
  partitionKeys: readonly string[] = ['za'],
) {
  const names = new SchemaNames(endpoints);
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace('/*', '/{path}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint, names) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${shop.name} API`,
      version,
      description: 'The HTTP API of the shop.',
      contact: { name: shop.name },
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: '/', description: 'the shop that serves this document' }],
    tags: tags.map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes,
      parameters: sharedParameters(partitionKeys),
      schemas: { Problem: problemSchema, ProblemInObject: problemInObject, ...names.components() },
    },
  };
}

/** The groups of calls, and the beginnings of their paths. */
const tags = [
  ['Accounts', 'customers, sessions and stored values', /^\/api\/(user\/(?!order-history)|account\/)/],
  ['Newsletter', 'subscription by mailed links', /^\/api\/(newsletter|ext\/mailchimp)/],
  ['Stock and stores', 'live stock and fulfilment stores', /^\/api\/(stock|cart\/fulfilment-config)/],
  ['Cart', 'the cart of a guest or customer', /^\/api\/cart\//],
  ['Orders', 'placing and reading orders', /^\/api\/(order|sync|user\/order-history)/],
  ['Payments', 'online payments and their providers', /^\/api\/payments\//],
  ['Push', 'notifications of browsers', /^\/api\/push\//],
  ['Content', 'pages, blocks, reviews and messages', /^\/api\/(ext\/|review\/)/],
  ['Search', 'search and the catalogue snapshot', /^\/(api\/(catalog|search)\/|api\/catalog|graphql)/],
  ['Catalogue', 'products, prices, addresses and images', /^\/(api\/(product|url)|img)/],
  ['Operation', 'health, metrics and this document', /^\//],
] as const;

// The last group has every path.
const tagOf = ({ path }: Endpoint): string => tags.find(([, , paths]) => paths.test(path))![0];

/** How a caller proves what it may do. */
const securitySchemes = {
  customer: {
    type: 'http',
    scheme: 'bearer',
    description: 'the access token of `POST /api/user/login`, as `Authorization: Bearer`',
  },
  operator: { type: 'http', scheme: 'bearer', description: 'the operator’s METRICS_KEY' },
  invalidation: {
    type: 'apiKey',
    in: 'query',
    name: 'key',
    description: 'the operator’s INVALIDATION_KEY',
  },
} as const;

type Requirement = Partial<Record<keyof typeof securitySchemes, string[]>>;

/** The ways to authorise a call; `{}` is a call without any of them. */
function securityOf({ needsLogin, problems }: Endpoint): Requirement[] {
  if (needsLogin) return [{ customer: [] }];
  if (problems.includes('metrics_refused')) return [{ operator: [] }, {}];
  if (problems.includes('cache_key_refused')) return [{ invalidation: [] }];
  return problems.includes('not_logged_in') ? [{ customer: [] }, {}] : [];
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

/** The first clause of a summary, as a title. */
function titleOf({ summary }: Endpoint): string {
  const [clause = summary] = summary.split(/[;:(.]\s?/, 1);
  return (clause.slice(0, 1).toUpperCase() + clause.slice(1)).trim();
}

function operation(endpoint: Endpoint, names: SchemaNames): object {
  // A body is an object schema.
  const { body } = endpoint as { body: { required?: string[] } };
  return {
    operationId: endpoint.name,
    tags: [tagOf(endpoint)],
    summary: titleOf(endpoint),
    description: `${endpoint.summary.replace(/\.$/, '')}.`,
    security: securityOf(endpoint),
    parameters: parametersOf(endpoint, names.write),
    ...(endpoint.method !== 'GET' &&
      body !== nothing && {
        requestBody: {
          // A call without a body counts as an empty object.
          required: (body.required ?? []).length > 0,
          content: { 'application/json': { schema: names.write(endpoint.body) } },
        },
      }),
    responses: {
      200: success(endpoint, names),
      ...(endpoint.notModified && { 304: { description: 'the caller’s copy is still current' } }),
      ...refusals(endpoint, names),
    },
  };
}

function success(endpoint: Endpoint, names: SchemaNames): object {
  const result = names.write(endpoint.result);
  const schema = endpoint.envelope
    ? {
        type: 'object',
        required: ['code', 'result'],
        properties: { code: { const: 200 }, result, meta: { type: 'object', additionalProperties: true } },
      }
    : result;
  const content = (endpoint.media ?? ['application/json']).map((type) => [
    type,
    { schema: /json$/.test(type) ? schema : { type: 'string' } },
  ]);
  return { description: titleOf(endpoint), content: Object.fromEntries(content) };
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

function refusals(endpoint: Endpoint, names: SchemaNames): Record<number, object> {
  const schema = endpoint.refusal
    ? names.write(endpoint.refusal)
    : { $ref: `#/components/schemas/${endpoint.errorObject ? 'ProblemInObject' : 'Problem'}` };
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
