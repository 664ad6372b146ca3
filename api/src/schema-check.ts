import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';

/** Says whether a value fits; `errors` says what does not, until the next value. */
export interface SchemaCheck {
  (value: unknown): boolean;
  errors?: ErrorObject[] | null;
}

// The schemas are the shop's own, and a test holds them to JSON Schema: looking at each again would take a tenth of a start.
const options = { allErrors: true, strict: false, validateSchema: false } as const;
const fromText = new Ajv({ ...options, coerceTypes: 'array' });
const fromJson = new Ajv(options);

/**
 * The check of one schema, compiled when it is asked for the first time and known from then on: most processes are asked only
 * a few of all the calls there are.
 *
 * @param from where a value comes from: text is read as the type it should be, JSON must have its types right
 */
export function schemaCheck(schema: object, from: 'text' | 'json'): SchemaCheck {
  let compiled: ValidateFunction | undefined;
  const check: SchemaCheck = (value) => {
    compiled ??= (from === 'json' ? fromJson : fromText).compile(schema);
    const fits = compiled(value) as boolean;
    check.errors = compiled.errors;
    return fits;
  };
  return check;
}
