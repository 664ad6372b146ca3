import type { Endpoint } from '@fynbos/core/endpoint.ts';
import { openapiOf } from '@fynbos/core/openapi.ts';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

/** A received response. */
interface CheckedResponse {
  status: number;
  headers: Headers;
  bytes: Buffer;
}

/** Returns the differences between a response and its contract; empty when it conforms. */
export type ContractCheck = (endpoint: Endpoint, response: CheckedResponse) => string[];

interface Response {
  content?: Record<string, { schema: object }>;
}

/** Text that would reveal implementation details. */
const insides =
  /node_modules|\bat \w[\w.<>]* \(|\/src\/[\w/-]+\.ts|\bSQLSTATE\b|\bpg_catalog\b|syntax error at or near/;

/** Checks responses against the OpenAPI document that the shop generates. */
export function contractCheck(endpoints: readonly Endpoint[]): ContractCheck {
  const document = openapiOf(endpoints, '0') as unknown as {
    paths: Record<string, Record<string, { responses: Record<string, Response> }>>;
    components: object;
  };
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const compiled = new Map<object, ValidateFunction>();
  const check = (schema: object) => {
    const known = compiled.get(schema) ?? ajv.compile({ ...schema, components: document.components });
    compiled.set(schema, known);
    return known;
  };

  return ({ path, method }, { status, headers, bytes }) => {
    const { responses } = document.paths[path.replace('/*', '/{path}')]![method.toLowerCase()]!;
    const response = responses[status];
    const type = (headers.get('content-type') ?? '').split(';')[0]!.trim();
    if (status >= 500) return [`server failure: ${status} ${bytes.subarray(0, 400)}`];
    if (!response) return [`${status} is not in its contract: ${bytes.subarray(0, 400)}`];
    if (insides.test(bytes.toString('latin1')))
      return [`reveals implementation details: ${bytes.subarray(0, 400)}`];
    if (!response.content) return bytes.length > 0 ? [`${status} has a body`] : [];
    const content = Object.entries(response.content).find(([range]) => covers(range, type))?.[1];
    if (!content)
      return [`${status} is ${type || 'of no type'}, not ${Object.keys(response.content).join(' or ')}`];
    if (!type.endsWith('json')) return [];
    const validate = check(content.schema);
    if (validate(readJson(bytes))) return [];
    return [
      `${status} does not match its schema: ${ajv.errorsText(validate.errors)}: ${bytes.subarray(0, 400)}`,
    ];
  };
}

const covers = (range: string, type: string): boolean =>
  range === type || (range.endsWith('/*') && type.startsWith(range.slice(0, -1)));

function readJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}
