import { createCustomer } from '@fynbos/core/accounts/contract.ts';
import { customerDataShapes } from '@fynbos/core/accounts/customer-data.ts';
import type { Endpoint } from '@fynbos/core/endpoint.ts';
import { endpoints } from '@fynbos/core/endpoints.ts';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { schemaCheck } from './schema-validator.ts';

test('every endpoint schema and customer value schema is valid JSON Schema, and endpoint schemas compile', () => {
  const ajv = new Ajv({ strict: false });
  const checked = (endpoints as readonly Endpoint[]).flatMap(({ name, params, query, body }) =>
    Object.entries({ params, query, body }).flatMap(([part, schema]) => {
      if (!schema) return [];
      expect(ajv.validateSchema(schema), `${name}, ${part}: ${ajv.errorsText()}`).toBe(true);
      return [schemaCheck(schema, 'text'), schemaCheck(schema, 'json')];
    }),
  );
  for (const [name, shape] of Object.entries(customerDataShapes))
    expect(ajv.validateSchema(shape), `${name}: ${ajv.errorsText()}`).toBe(true);
  for (const check of checked) expect(typeof check({})).toBe('boolean');
  expect(checked.length).toBeGreaterThan(2 * endpoints.length);
});

test('schemaCheck reports errors for an invalid value and none for a valid one', () => {
  const schema = { type: 'object', properties: { size: { type: 'integer' } } };
  const [text, json] = [schemaCheck(schema, 'text'), schemaCheck(schema, 'json')];
  expect(json({ size: '5' })).toBe(false);
  expect(json.errors).toMatchObject([{ instancePath: '/size', keyword: 'type' }]);
  expect(json({ size: 5 })).toBe(true);
  expect(json.errors).toBe(null);
  const query = { size: '5' };
  expect(text(query)).toBe(true);
  expect(query).toEqual({ size: 5 });
});

test('schemaCheck reports every error of a usual body', () => {
  const check = schemaCheck({ type: 'array', items: { type: 'integer' } }, 'json');
  expect(check(['a', 'b', 3])).toBe(false);
  expect(check.errors).toHaveLength(2);
});

describe('bodies with as many errors as fit (T15)', () => {
  test('only the first error of a large body is collected', ({ task }) => {
    const items = ['0', '{}', '""', 'null', '[]'];
    for (const item of items) {
      const list = JSON.parse(
        `[${Array(90_000 / (item.length + 1))
          .fill(item)
          .join(',')}]`,
      );
      const check = schemaCheck(createCustomer.body, 'json');
      const customer = { email: 'a@example.co.za', firstname: 'Thandi', lastname: 'Nkosi', addresses: list };
      expect(check({ customer, password: 'Right-password-1' })).toBe(false);
      expect(check.errors).toHaveLength(1);
    }
    task.meta.attempts = items.length;
  });
});
