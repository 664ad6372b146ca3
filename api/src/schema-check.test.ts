import { valueShapes } from '@fynbos/core/accounts/values.ts';
import type { Endpoint } from '@fynbos/core/endpoint.ts';
import { endpoints } from '@fynbos/core/endpoints.ts';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';

import { schemaCheck } from './schema-check.ts';

test('every schema of every call and of what customers keep is JSON Schema; those of calls can be compiled', () => {
  const whole = new Ajv({ strict: false });
  const checked = (endpoints as readonly Endpoint[]).flatMap(({ name, params, query, body }) =>
    Object.entries({ params, query, body }).flatMap(([part, schema]) => {
      if (!schema) return [];
      expect(whole.validateSchema(schema), `${name}, ${part}: ${whole.errorsText()}`).toBe(true);
      return [schemaCheck(schema, 'text'), schemaCheck(schema, 'json')];
    }),
  );
  for (const [name, shape] of Object.entries(valueShapes))
    expect(whole.validateSchema(shape), `${name}: ${whole.errorsText()}`).toBe(true);
  for (const check of checked) expect(typeof check({})).toBe('boolean');
  expect(checked.length).toBeGreaterThan(2 * endpoints.length);
});

test('says what does not fit, and nothing of what fits', () => {
  const schema = { type: 'object', properties: { size: { type: 'integer' } } };
  const [text, json] = [schemaCheck(schema, 'text'), schemaCheck(schema, 'json')];
  expect(json({ size: '5' })).toBe(false);
  expect(json.errors).toMatchObject([{ instancePath: '/size', keyword: 'type' }]);
  expect(json({ size: 5 })).toBe(true);
  expect(json.errors).toBe(null);
  const asked = { size: '5' };
  expect(text(asked)).toBe(true);
  expect(asked).toEqual({ size: 5 });
});
