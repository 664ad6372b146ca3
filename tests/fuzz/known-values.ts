import fc from 'fast-check';

/** Values that exist in the shop, by field name, so that some generated requests find something. */
export interface Known {
  /** Tokens of customers who are logged in. */
  logins: readonly string[];
  /** Tokens of carts that contain products. */
  carts: readonly string[];
  /** Values by field name. */
  fields: Readonly<Record<string, readonly unknown[]>>;
}

interface Schema {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  patternProperties?: Record<string, Schema>;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  pattern?: string;
  format?: string;
}

/**
 * Values that a JSON schema allows.
 * @param name field that the value is for
 */
export function valuesOf(schema: object, known: Known, name: string): fc.Arbitrary<unknown> {
  const knownValues = Object.hasOwn(known.fields, name) ? known.fields[name]! : [];
  const any = anyOf(schema as Schema, known, name);
  if (knownValues.length === 0) return any;
  return fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...knownValues) }, { weight: 1, arbitrary: any });
}

function anyOf(schema: Schema, known: Known, name: string): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((alternative) => anyOf(alternative, known, name)));
  const make = kinds[schema.type ?? ''];
  return make ? make(schema, known, name) : fc.jsonValue({ maxDepth: 2 });
}

const kinds: Record<string, (schema: Schema, known: Known, name: string) => fc.Arbitrary<unknown>> = {
  null: () => fc.constant(null),
  boolean: () => fc.boolean(),
  integer: ({ minimum = -5, maximum = 5000 }) =>
    fc.integer({ min: minimum, max: Math.max(minimum, maximum) }),
  number: ({ minimum = -5, maximum = 5000 }) =>
    fc.oneof(
      fc.integer({ min: minimum, max: Math.max(minimum, maximum) }),
      fc.double({ min: minimum, max: Math.max(minimum, maximum), noNaN: true }),
    ),
  string: ({ minLength = 0, maxLength = 40, pattern }) =>
    pattern
      ? fc.stringMatching(new RegExp(pattern))
      : fc.string({ minLength, maxLength: Math.max(minLength, Math.min(maxLength, 40)) }),
  array: ({ items = {}, minItems = 0, maxItems = 3 }, known, name) =>
    fc.array(valuesOf(items, known, name), {
      minLength: minItems,
      maxLength: Math.max(minItems, Math.min(maxItems, 3)),
    }),
  object: ({ properties, required = [], patternProperties }, known) =>
    properties
      ? fc.record(
          Object.fromEntries(
            Object.entries(properties).map(([name, of]) => [name, valuesOf(of, known, name)]),
          ),
          { requiredKeys: required },
        )
      : fc.dictionary(
          fc.constantFrom('a', 'sku', 'price', 'id', 'category_ids', '__proto__'),
          valuesOf(Object.values(patternProperties ?? {})[0] ?? {}, known, ''),
          { maxKeys: 3 },
        ),
};
