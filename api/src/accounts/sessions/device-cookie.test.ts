import { expect, test } from 'vitest';
import { findDevice, newDeviceToken } from './device-cookie.ts';

const secret = 'a secret of the shop';
const account = { email: 'thandi@example.co.za', password_hash: 'first' };
const token = newDeviceToken(account, secret);

test('findDevice returns the name in a device token of this account', () => {
  expect(findDevice(token, account, secret)).toBe(token.split('.')[0]);
});

test.each([
  ['of another account', token, { ...account, email: 'sipho@example.co.za' }, secret],
  ['of an earlier password (T7)', token, { ...account, password_hash: 'second' }, secret],
  ['of an unknown account', token, undefined, secret],
  ['signed with another secret', token, account, 'another secret'],
  ['with another name', `x${token}`, account, secret],
  ['without a signature', token.split('.')[0], account, secret],
  ['that is absent', undefined, account, secret],
])('findDevice finds nothing in a device token %s', (_which, deviceToken, owner, key) => {
  expect(findDevice(deviceToken, owner, key)).toBeUndefined();
});
