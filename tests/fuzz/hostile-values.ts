import fc from 'fast-check';

/** Text known to break parsers, databases, templates and terminals. */
const texts: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\u202e\u200b\ufeff',
  '🦊'.repeat(300),
  'x'.repeat(300),
  'x'.repeat(20_000),
  `${'a'.repeat(40)}!`,
  '(a+)+$',
  '%',
  '%_%',
  '\\',
  "' or 1=1 --",
  '"; drop table product; --',
  '$$; select pg_sleep(5); --',
  '{{7*7}}',
  '<script>__pwn()</script>',
  '"><img src=x onerror=__pwn()>',
  '../../../../etc/passwd',
  '..%2f..%2fetc%2fpasswd',
  'http://127.0.0.1:1/',
  'file:///etc/passwd',
  '//evil.example',
  'javascript:__pwn()',
  'a\r\nSet-Cookie: pwn=1',
  'a\nBcc: everybody@example.co.za',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'null',
  'undefined',
  'NaN',
  'Infinity',
  '-1',
  '1e309',
  '9007199254740993',
  '99999999999999999999',
  '0x10',
  '1,5',
  '2026-13-45T99:99:99Z',
  '0000-00-00',
  '+275760-09-14T00:00:00Z',
  'KEYS *\r\n',
  '=cmd()',
];

const numbers: readonly number[] = [
  0,
  -0,
  -1,
  0.1,
  0.1 + 0.2,
  1e9,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 32,
  2 ** 53,
  2 ** 63,
  1e21,
  1e308,
  -1e308,
  5e-324,
];

/** A value of another type than the reader expects, or of that type and far out of range. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...texts) },
  { weight: 4, arbitrary: fc.constantFrom(...numbers) },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(...structures()) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
);

/** As a query or a header can carry it. Longer text would be rejected before the other fields are read. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...texts.filter(({ length }) => length < 1000)) },
  { weight: 1, arbitrary: fc.constantFrom('x'.repeat(900), 'x'.repeat(2000)) },
  { weight: 2, arbitrary: fc.constantFrom(...numbers).map(String) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
);

function structures(): unknown[] {
  const deep = (levels: number) => {
    let value: unknown = 1;
    for (let level = 0; level < levels; level++) value = level % 2 ? [value] : { a: value };
    return value;
  };
  return [
    [[[[[[]]]]]],
    deep(49),
    deep(60),
    Array(2000).fill(1),
    Array(2000).fill({}),
    Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`k${at}`, at])),
    JSON.parse('{"__proto__":{"isAdmin":true}}'),
    { constructor: { prototype: { isAdmin: true } } },
    { toString: 'x', valueOf: 'x', length: -1, toJSON: 'x' },
    { $gt: '' },
    ['a', 1, null, { b: [] }],
  ];
}

/** Bodies that are not JSON, or JSON that parsers interpret differently. */
export const rawBody: fc.Arbitrary<string | Uint8Array<ArrayBuffer>> = fc.oneof(
  fc.constantFrom<string | Uint8Array<ArrayBuffer>>(
    '',
    ' ',
    '{',
    '{"a":',
    '{"a":1,}',
    "{'a':1}",
    '{"a":NaN}',
    '{"a":1e99999}',
    '{"a":-0}',
    '{"a":01}',
    '{"a":1,"a":2}',
    '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}',
    '\ufeff{}',
    'null',
    'true',
    '1',
    '"text"',
    '[]',
    '[{}]',
    '['.repeat(10_000),
    '['.repeat(10_000) + ']'.repeat(10_000),
    `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
    '{"a":"\\ud800"}',
    '{"a":"\\u0000"}',
    `{"a":"${'x'.repeat(150_000)}"}`,
    `[${'1,'.repeat(40_000)}1]`,
    'a=1&b=2',
    '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
    new Uint8Array([0xff, 0xfe, 0x00, 0x7b]),
    new Uint8Array([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]),
  ),
  fc.string({ unit: 'binary', maxLength: 100 }),
);
