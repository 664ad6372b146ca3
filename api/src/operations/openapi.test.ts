import { request as httpRequest } from 'node:http';
import { endpoints } from '@fynbos/core/endpoints.ts';
import { openTestShop, type TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** The OpenAPI document that the shop serves, and whether the shop does what it says. */

interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters: { $ref?: string; name?: string }[];
  requestBody?: { required: boolean };
}

interface Document {
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    securitySchemes: object;
    parameters: Record<string, { name: string; schema: { enum?: string[] } }>;
    schemas: Record<string, { properties: Record<string, object> }>;
  };
}

let shop: TestShop;
let document: Document;
let operations: { path: string; method: string; operation: Operation }[];

beforeAll(async () => {
  shop = await openTestShop('', undefined, { PARTITION_KEYS: 'za,namibia' });
  document = (await shop.get('/api/openapi.json')).body;
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
});
afterAll(() => shop.close());

const send = (method: string, path: string, init: RequestInit = {}) =>
  fetch(shop.origin + path.replace(/\{\w+\}/g, '1'), { method, ...init });
const codeOf = async (response: Response) => {
  const body = await response.json();
  return body?.meta?.problem;
};

test('every call has a tag, a title, a description and its security', () => {
  expect(operations).toHaveLength(endpoints.length);
  for (const { operation } of operations) {
    const { operationId, summary, description, tags, security } = operation;
    expect([operationId, summary, description, tags]).toEqual([
      operationId,
      expect.stringMatching(/^[A-Z].{3,}/),
      expect.stringMatching(/\.$/),
      [expect.any(String)],
    ]);
    expect([operationId, Array.isArray(security)]).toEqual([operationId, true]);
  }
  expect(document.servers).toEqual([expect.objectContaining({ url: '/' })]);
});

test('headers are parameters of the calls that read them', () => {
  const callsWith = (name: string) =>
    operations
      .filter(({ operation }) => operation.parameters.some(({ $ref }) => $ref?.endsWith(`/${name}`)))
      .map(({ operation }) => operation.operationId);
  expect(Object.values(document.components.parameters).map(({ name }) => name)).toEqual(
    expect.arrayContaining(['X-Cart-Token', 'X-Group-Token', 'X-ClientId', 'Idempotency-Key']),
  );
  expect(callsWith('CartToken')).toEqual(
    expect.arrayContaining(['pullCart', 'updateCartItem', 'placeOrder']),
  );
  expect(callsWith('GroupToken')).toEqual(expect.arrayContaining(['renderList', 'listProducts']));
  expect(callsWith('ClientId')).toEqual(['login', 'refreshToken', 'logout']);
  expect(callsWith('IdempotencyKey')).toContain('updateCartItem');
});

describe('the security of a call', () => {
  test('a call that needs a login refuses a caller without a token', async () => {
    const needing = operations.filter(({ operation }) =>
      operation.security.every(({ customer }) => customer),
    );
    const closed = needing.filter(({ operation }) => operation.security.length > 0);
    expect(closed.length).toBeGreaterThan(10);
    for (const { path, method, operation } of closed) {
      const body = { customer: {}, currentPassword: 'x', newPassword: 'Kettle-and-Rusks-7', value: null };
      const response = await send(method, path, {
        ...(method !== 'GET' && method !== 'DELETE' && { body: JSON.stringify(body) }),
        ...(method === 'POST' && { headers: { 'content-type': 'application/json' } }),
      });
      expect([operation.operationId, await codeOf(response)]).toEqual([
        operation.operationId,
        'not_logged_in',
      ]);
    }
  });

  test('a call without security does not', async () => {
    const open = operations.filter(
      ({ operation, method }) => operation.security.length === 0 && method === 'GET',
    );
    expect(open.length).toBeGreaterThan(10);
    for (const { path, method, operation } of open) {
      const { status } = await send(method, path);
      expect([operation.operationId, status === 401]).toEqual([operation.operationId, false]);
    }
  });
});

test('a call without a body is refused where it is required, and counts as an empty object elsewhere', async () => {
  const headers = { 'content-type': 'application/json' };
  for (const { path, method, operation } of operations.filter(({ method }) => method !== 'GET')) {
    // Served with API_MODE=graphql only.
    if (path === '/graphql') continue;
    const { operationId, requestBody } = operation;
    const problem = await codeOf(await send(method, path));
    const expected = requestBody?.required
      ? expect.stringMatching(/^(invalid_input|malformed_body)$/)
      : await codeOf(await send(method, path, { body: '{}', headers }));
    expect([operationId, problem]).toEqual([operationId, expected]);
  }
});

test('the names of the shop are the values of partitionKey', async () => {
  const names = document.components.parameters.PartitionKey!.schema.enum!;
  expect(names).toEqual(['za', 'namibia', '']);
  for (const name of names) expect((await send('GET', `/api/seller?partitionKey=${name}`)).status).toBe(200);
  for (const name of ['ZA', 'de', 'za ', 'x', '0'])
    expect(await codeOf(await send('GET', `/api/seller?partitionKey=${encodeURIComponent(name)}`))).toBe(
      'unknown_partition',
    );
});

test('rules that services check are documented, and enforced', async () => {
  const { properties } = document.components.schemas.CreateCustomerRequest!;
  expect(properties).toMatchObject({
    password: { minLength: 8, maxLength: 128 },
    customer: {
      properties: { email: { format: 'email' }, firstname: { minLength: 1 }, lastname: { minLength: 1 } },
    },
  });
  const person = { email: 'thandi@example.com', firstname: 'Thandi', lastname: 'Nkosi' };
  const wrong: [object, string][] = [
    [{ ...person, email: 'thandi' }, 'Kettle-and-Rusks-7'],
    [{ ...person, email: '' }, 'Kettle-and-Rusks-7'],
    [{ ...person, firstname: '' }, 'Kettle-and-Rusks-7'],
    [{ ...person, lastname: '' }, 'Kettle-and-Rusks-7'],
    [person, 'Kettle7'],
    [person, `Kettle7-${'x'.repeat(121)}`],
  ];
  for (const [customer, password] of wrong)
    expect((await shop.post('/api/user/create', { customer, password })).body.meta.problem).toBe(
      'invalid_input',
    );
});

test.each(['/api/cart/pull', '/api/seller', '/api/user/login', '/api/stock/check/1', '/health/live'])(
  'the method QUERY without a content type is refused at %s like any other method',
  async (path) => {
    const { status, text } = await new Promise<{ status: number; text: string }>((resolve, reject) => {
      const request = httpRequest(shop.origin + path, { method: 'QUERY' }, (response) => {
        let text = '';
        response
          .on('data', (part) => (text += part))
          .on('end', () => resolve({ status: response.statusCode!, text }));
      });
      request.on('error', reject).end();
    });
    expect(status).toBe(405);
    expect(JSON.parse(text).meta.problem).toBe('method_not_allowed');
  },
);
