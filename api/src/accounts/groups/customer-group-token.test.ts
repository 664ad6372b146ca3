import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { findGroup, signGroup } from './customer-group-service.ts';

const now = new Date('2026-11-20T10:00:00Z');
const inAnHour = new Date('2026-11-20T11:00:00Z');
const token = signGroup({ group_id: 3, id: 318 }, 'secret', inAnHour);
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

test('findGroup accepts a token until it expires (wire contract 1.5)', () => {
  expect(findGroup(token, 'secret', now)).toBe(3);
  expect(findGroup(token, 'secret', new Date(inAnHour.getTime() - 1))).toBe(3);
  expect(findGroup(token, 'secret', inAnHour)).toBeUndefined();
});

test('findGroup rejects tokens that were changed, are signed by others, or choose their own algorithm', () => {
  const [head, payload, signed] = token.split('.') as [string, string, string];
  const richer = encode({ group_id: 4, id: 318, exp: inAnHour.getTime() / 1000 });
  const unsigned = encode({ alg: 'none', typ: 'JWT' });
  const ownSignature = createHmac('sha256', 'secret').update(`${unsigned}.${payload}`).digest('base64url');
  for (const forged of [
    `${head}.${richer}.${signed}`,
    `${unsigned}.${payload}.`,
    `${unsigned}.${payload}.${ownSignature}`,
    `${head}.${payload}.${signed}.more`,
    `${head}.${payload}.${signed.slice(1)}`,
    `${head}.${payload}`,
    signGroup({ group_id: 4, id: 318 }, 'another secret', inAnHour),
    'eyJ…',
    '..',
    '',
  ]) {
    expect(findGroup(forged, 'secret', now), forged).toBeUndefined();
  }
});

test('findGroup rejects tokens with an invalid group', () => {
  for (const group_id of [0, -1, 1.5, Number.NaN, '3' as unknown as number]) {
    expect(findGroup(signGroup({ group_id, id: 1 }, 'secret', inAnHour), 'secret', now)).toBeUndefined();
  }
});
