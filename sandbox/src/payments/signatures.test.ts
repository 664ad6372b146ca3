import { expect, test } from 'vitest';
import { accessToken, ikhokhaSign, isAccessToken, oppwaEncrypt, ozowHash, paypalSign } from './signatures.ts';

/**
 * Checks signatures against the providers' published examples, so that the sandbox and the shop cannot
 * share an error.
 */

// "Hash check example" of hub.ozow.com/docs/step-post-from-merchant-website, with Ozow's public test keys.
test('ozowHash gives the published hash for Ozow’s published example', () => {
  const pages = ['cancel', 'error', 'success', 'notify'].map((name) => `http://demo.ozow.com/${name}.aspx`);
  const values = ['TSTSTE0001', 'ZA', 'ZAR', '25.00', '123', 'ABC123', ...pages, 'false'];
  expect(ozowHash(values, '215114531AFF7134A94C88CEEA48E')).toBe(
    'eedcba106cd8fef3ba6cec5ec80de7d7d7fc90343028bf95b908718c671d0fe885ca08b206d788de009d237a93c18e66edf6ede3f5ca7057e23474106465dcc6',
  );
});

// docs.oppwa.com/tutorials/webhooks/decryption-example
test('oppwaEncrypt gives the published bytes for OPPWA’s published example', () => {
  const key = '000102030405060708090a0b0c0d0e0f000102030405060708090a0b0c0d0e0f';
  expect(oppwaEncrypt('{"type":"PAYMENT"}', key, Buffer.alloc(12))).toEqual({
    body: '0A3471C72D9BE49A8520F79C66BBD9A12FF9',
    iv: '000000000000000000000000',
    tag: 'CE573FB7A41AB78E743180DC83FF09BD',
  });
});

// The rule of github.com/ikhokha/ik-pay-api-examples; expected value calculated with Python's hmac.
test('ikhokhaSign signs path and body together, escaped as in a script', () => {
  const body = '{"amount":100,"description":"Thandi\'s \\\\ order"}';
  expect(ikhokhaSign('/public-api/v1/api/payment', body, 'an application secret')).toBe(
    'f575a47b8ed1434b046f3859ba5acf7105f431c86f1edc3ddc6874379cdb01af',
  );
  expect(ikhokhaSign('/a\0b', '', 'k')).toBe(
    '31603bcee820e3187aa21614ed2aedb376118339e238e77f2c0165a69f39fb34',
  );
});

test('paypalSign signs the id, the time, the web-hook id and a checksum of the body', () => {
  const signed = { id: 'one', time: '2026-11-21T03:00:00Z', webHookId: 'WH', body: '{}' };
  // crc32 of `{}` is 2745614147.
  expect(paypalSign(signed, 'secret')).toBe('JR9aeQzIHcKZg2u4SBoH9qL7Pcg3re5JvJJ0G5NkOA8=');
});

test('an access token is valid only for its provider and until its expiry', () => {
  const token = accessToken('ozow', 2_000);
  expect(isAccessToken(token, 'ozow', 1_999)).toBe(true);
  expect(isAccessToken(token, 'ozow', 2_000)).toBe(false);
  expect(isAccessToken(token, 'paypal', 1_999)).toBe(false);
  expect(isAccessToken(token.replace('2000', '9000'), 'ozow', 1_999)).toBe(false);
  expect(isAccessToken('', 'ozow', 0)).toBe(false);
});
