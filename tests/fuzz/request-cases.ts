import type { Endpoint } from '@fynbos/core/endpoint.ts';
import fc from 'fast-check';
import { hostileText, hostileValue, rawBody } from './hostile-values.ts';
import { type Known, valuesOf } from './known-values.ts';

/** A request to send. */
export interface Case {
  method: string;
  /** Path and query, encoded as an attacker would. */
  url: string;
  headers: Record<string, string>;
  body: string | Uint8Array<ArrayBuffer> | undefined;
}

/**
 * Requests to one endpoint. Some follow its contract with known values of the shop, some of these are
 * changed in one to three places, and some are no valid request at all.
 */
export function casesOf(endpoint: Endpoint, known: Known): fc.Arbitrary<Case> {
  return fc
    .record({
      path: pathOf(endpoint, known),
      query: queryOf(endpoint, known),
      body: bodyOf(endpoint, known),
      headers: headersOf(known),
    })
    .map(({ path, query, body, headers }) => ({
      method: endpoint.method,
      url: query ? `${path}?${query}` : path,
      headers: {
        ...(body === undefined || endpoint.method === 'GET' ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: endpoint.method === 'GET' ? undefined : body,
    }));
}

const propertiesOf = (schema: object): [string, object][] =>
  Object.entries((schema as { properties?: Record<string, object> }).properties ?? {});
const requiredIn = (schema: object, name: string): boolean =>
  ((schema as { required?: string[] }).required ?? []).includes(name);

function pathOf({ path, params }: Endpoint, known: Known): fc.Arbitrary<string> {
  const parts = propertiesOf(params).map(([name, schema]) =>
    fc
      .oneof(
        { weight: 4, arbitrary: valuesOf(schema, known, name).map(String) },
        { weight: 2, arbitrary: hostileText },
      )
      .map((value) => [name, value] as const),
  );
  return fc.tuple(...parts).map((values) =>
    values.reduce(
      // An empty value would result in another path.
      (resolved, [name, value]) =>
        resolved.replace(name === '*' ? '*' : `{${name}}`, () => escaped(value) || '0'),
      path,
    ),
  );
}

/** Percent-encoded; a lone surrogate stays invalid. */
function escaped(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    return '%ED%A0%80';
  }
}

function queryOf({ query }: Endpoint, known: Known): fc.Arbitrary<string> {
  const pairs = propertiesOf(query).map(([name, schema]) =>
    fc
      .oneof(
        { weight: requiredIn(query, name) ? 1 : 4, arbitrary: fc.constant([]) },
        { weight: 6, arbitrary: valuesOf(schema, known, name).map((value) => [asText(value)]) },
        { weight: 2, arbitrary: hostileText.map((value) => [value]) },
        { weight: 1, arbitrary: fc.array(hostileText, { minLength: 2, maxLength: 4 }) },
      )
      .map((values) => values.map((value) => `${escaped(name)}=${escaped(value)}`)),
  );
  const odd = fc.constantFrom(
    '',
    '',
    '',
    'partitionKey=nowhere',
    '__proto__=1',
    'a[]=1',
    '%ff=%ff',
    '=&&&=',
    'storeCode=%00',
  );
  return fc
    .tuple(fc.tuple(...pairs), odd)
    .map(([encoded, more]) => [...encoded.flat(), more].filter(Boolean).join('&'));
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function bodyOf({ body }: Endpoint, known: Known): fc.Arbitrary<Case['body']> {
  const right = valuesOf(body, known, '');
  return fc.oneof(
    { weight: 4, arbitrary: right.map(written) },
    {
      weight: 6,
      arbitrary: fc
        .tuple(right, fc.array(bends, { minLength: 1, maxLength: 3 }))
        .map(bent)
        .map(written),
    },
    { weight: 1, arbitrary: rawBody },
  );
}

const written = (value: unknown): string => JSON.stringify(value) ?? '';

interface Bend {
  /** Index of the place in the body. */
  place: number;
  how: 'instead' | 'beside' | 'left out';
  value: unknown;
}

const bends: fc.Arbitrary<Bend> = fc.record({
  place: fc.nat(1000),
  how: fc.constantFrom('instead', 'instead', 'instead', 'beside', 'left out'),
  value: hostileValue,
});

function bent([body, mutations]: [unknown, Bend[]]): unknown {
  return mutations.reduce((result, { place, how, value: original }) => {
    const value = structuredClone(original);
    const places = placesIn(result);
    const [parent, name] = places[place % (places.length + 1)] ?? [];
    if (!parent) return value;
    if (how === 'left out') delete parent[name!];
    else if (how === 'beside') parent[`${name}_`] = value;
    else parent[name!] = value;
    return result;
  }, structuredClone(body));
}

type Parent = Record<string, unknown>;

function placesIn(value: unknown): [parent: Parent, name: string][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => [[value as Parent, name], ...placesIn(part)]);
}

/** Authentication and other headers; any of them may be valid. */
function headersOf(known: Known): fc.Arbitrary<Record<string, string>> {
  const sometimes = (name: string, ...values: readonly string[]) =>
    fc.option(fc.constantFrom(...values), { nil: undefined, freq: 1 }).map((value) => [name, value] as const);
  const odd = hostileText.map(headerText);
  return fc
    .tuple(
      sometimes(
        'authorization',
        ...known.logins.map((token) => `Bearer ${token}`),
        'Bearer',
        'Bearer x.y.z',
        'Basic YTpi',
      ),
      sometimes('x-cart-token', ...known.carts, 'nobody', ''),
      sometimes('idempotency-key', '3f0e1c1e-5c0f-4b53-9d55-3a3fb7a1d001', 'x', 'x'.repeat(300)),
      sometimes('accept-language', 'af', 'zu-ZA,en;q=0.5', '*', ';q=,'),
      sometimes('if-none-match', '*', '"x"', 'W/"x"'),
      sometimes(
        'content-type',
        'application/json',
        'application/json',
        'text/plain',
        'multipart/form-data',
        'application/json; charset=utf-16',
        '',
      ),
      sometimes('accept', '*/*', 'image/avif', 'application/graphql-response+json', ';'),
      sometimes('x-clientid', 'web', 'x'),
      sometimes('origin', 'https://evil.example', 'null'),
      sometimes('cookie', '__Host-fynbos=x', 'a=b; a=c; ;;;', '__proto__=1'),
      fc.tuple(
        fc.constantFrom(
          'x-odd',
          'x-request-id',
          'traceparent',
          'referer',
          'user-agent',
          'accept-encoding',
          'range',
        ),
        odd,
      ),
      fc.tuple(fc.nat(255), fc.nat(255)).map(([a, b]) => ['x-forwarded-for', `198.51.${a}.${b}`] as const),
    )
    .map((pairs) =>
      Object.fromEntries(pairs.filter((pair): pair is [string, string] => pair[1] !== undefined)),
    );
}

/** Characters that HTTP allows in a header. */
const headerText = (text: string): string => text.replace(/[^\x20-\x7e]/g, '?').slice(0, 2000);
