import { expect, test, vi } from 'vitest';
import { redactLog } from './log-redaction.ts';

const line = (fields: object) => `${JSON.stringify({ level: 40, time: 1763785321004, ...fields })}\n`;
const escapes = ['\n', '\\', '\\\n', '\\\\\n', '"', '\t', '\u0007', '\\u0041 ', "'", '<', '/', '=', ''];

const persons = [
  ...['thandi.nkosi@example.co.za', 'T+tag@mail.example', 'thandi%40example.co.za', "o'neill@a.b.example"],
  ...[
    '4111111111111111',
    '4111 1111 1111 1111',
    '4111-1111-1111-1111',
    '5555555555554444',
    '378282246310005',
  ],
  ...['+27821234567', '082 123 4567', '0821234567', '+27 82 123 4567'],
  ...['x'.repeat(43), `${'aB3-'.repeat(10)}_Zk`, 'eyJncm91cCI6MX0.c2lnbmF0dXJlIG9m.bW9yZSBvZiBpdA'],
];

test('withoutPersons removes every mail address, card, telephone number and token from a log line (T16)', ({
  task,
}) => {
  const before = escapes.flatMap((affix) => persons.map((person) => [affix, person] as const));
  for (const [affix, person] of before) {
    const cleaned = redactLog(
      line({ msg: `${affix}${person}${affix} more`, deep: [{ [`a ${person}`]: person }] }),
    );
    expect(cleaned).not.toContain(person);
    expect(JSON.parse(cleaned)).toMatchObject({ level: 40, time: 1763785321004 });
    expect(cleaned.match(/\n/g)).toHaveLength(1);
  }
  task.meta.attempts = before.length;
});

test('withoutPersons writes one line without terminal control characters (T16)', ({ task }) => {
  const orders = [
    '\u001b[2J',
    '\u009b2J',
    '\u0085',
    '\u2028{"level":50}',
    '\r\n{"level":50}',
    '\u202eevil',
    '\u007f',
    '\u0000',
  ];
  for (const order of orders) {
    const cleaned = redactLog(line({ msg: `x${order}`, [order]: 1 }));
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    expect(cleaned.slice(0, -1)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/);
    expect(JSON.parse(cleaned).msg).toBe(`x${order}`);
  }
  task.meta.attempts = orders.length;
});

test('withoutPersons leaves non-personal values unchanged', () => {
  const logLine = line({
    reqId: '0b8f4a1c-7d5e-4c0e-9c53-2a1b7c9d8e6f',
    from: '192.0.2.17',
    path: '/api/order/find',
    stack: 'Error: x\n    at file (/shop/node_modules/@fastify/x.js:10:2)',
    order: '000012345',
    number: '1234567890123456',
  });
  expect(redactLog(logLine)).toBe(logLine);
});

test('withoutPersons leaves an ordinary line byte for byte and does not parse it', () => {
  const parse = vi.spyOn(JSON, 'parse');
  for (const line of [
    '{"level":30,"time":1763784000123,"pid":123456789,"reqId":"3f0e1c1e-5c0f-4b53-9d55-3a3fb7a1d001","req":{"method":"GET","path":"/rooibos-tea"}}\n',
    '{"level":30,"time":1763784000123,"res":{"statusCode":200},"responseTime":1.2345678901234567}\n',
  ])
    expect(redactLog(line)).toBe(line);
  expect(parse).not.toHaveBeenCalled();
  parse.mockRestore();
});
