import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';

/** Returns whether a value is valid; `errors` holds the errors of the last value. */
export interface SchemaCheck {
  (value: unknown): boolean;
  errors?: ErrorObject[] | null;
}

// A test checks the shop's own schemas against JSON Schema. Validating each again would take a tenth of the
// start time.
const options = { allErrors: true, strict: false, validateSchema: false } as const;
const fromText = new Ajv({ ...options, coerceTypes: 'array' });
const fromJson = new Ajv(options);

/**
 * The check of one schema. It is compiled on first use and cached, since most processes use only a few
 * endpoints.
 * @param from the source of a value: text is converted to the type of the schema, JSON must have the
 * correct types
 */
export function schemaCheck(schema: object, from: 'text' | 'json'): SchemaCheck {
  let compiled: ValidateFunction | undefined;
  const check: SchemaCheck = (value) => {
    compiled ??= (from === 'json' ? fromJson : fromText).compile(schema);
    const fits = compiled(value);
    check.errors = compiled.errors;
    return fits;
  };
  return check;
}
