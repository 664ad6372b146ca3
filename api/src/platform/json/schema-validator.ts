import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';

/** Returns whether a value is valid; `errors` holds the errors of the last value. */
export interface SchemaCheck {
  (value: unknown): boolean;
  errors?: ErrorObject[] | null;
}

// A test checks the shop's own schemas against JSON Schema. Validating each again would take a tenth of the
// start time.
const options = { strict: false, validateSchema: false } as const;
const fromText = new Ajv({ ...options, allErrors: true, coerceTypes: 'array' });
/** Stops at the first error. */
const fromJson = new Ajv(options);
const everyError = new Ajv({ ...options, allErrors: true });

/**
 * The longest JSON whose errors are all reported. A body of 100 kB can have 160,000 errors, and collecting them
 * would hold up every other request (T15).
 */
const maxReportedLength = 10_000;

/**
 * The check of one schema. It is compiled on first use and cached, since most processes use only a few
 * endpoints.
 * @param from the source of a value: text is converted to the type of the schema, JSON must have the
 * correct types
 */
export function schemaCheck(schema: object, from: 'text' | 'json'): SchemaCheck {
  let compiled: ValidateFunction | undefined;
  let reporting: ValidateFunction | undefined;
  const check: SchemaCheck = (value) => {
    compiled ??= (from === 'json' ? fromJson : fromText).compile(schema);
    const fits = compiled(value);
    check.errors = compiled.errors;
    if (fits || from === 'text' || isLarge(value)) return fits;
    reporting ??= everyError.compile(schema);
    reporting(value);
    check.errors = reporting.errors;
    return fits;
  };
  return check;
}

const isLarge = (value: unknown): boolean => (JSON.stringify(value) ?? '').length > maxReportedLength;
