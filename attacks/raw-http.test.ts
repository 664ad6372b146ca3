import type { Socket } from 'node:net';
import { newCart } from '@fynbos/api/cart/testing/guest.ts';
import type { TestShop } from '@fynbos/api/testing/shop.ts';
import { openSmallShop } from '@fynbos/api/testing/small-shop.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSocket, say } from './raw-socket.ts';

/** HTTP that no library would send (spec reliability 6.18, ASVS 4.2.1): refused in the form of every refusal, and nothing runs twice. */
let shop: TestShop;
beforeAll(async () => {
  shop = await openSmallShop({
    'products.csv': 'sku,name,price_incl_tax,tax_class,qty\nTEA,Tea,60.00,standard,9\n',
  });
});
afterAll(() => shop.close());

const host = 'Host: shop.example\r\n';
const json = 'Content-Type: application/json\r\n';
const inner = `GET /api/seller HTTP/1.1\r\n${host}\r\n`;

describe('one request is one request', () => {
  test.each([
    ['a length and chunks', `Content-Length: 4\r\nTransfer-Encoding: chunked\r\n`, `0\r\n\r\n${inner}`],
    ['chunks and a length', `Transfer-Encoding: chunked\r\nContent-Length: 4\r\n`, `0\r\n\r\n${inner}`],
    ['two lengths', 'Content-Length: 2\r\nContent-Length: 60\r\n', `{}${inner}`],
    ['a length of two numbers', 'Content-Length: 2, 60\r\n', `{}${inner}`],
    ['a length with a sign', 'Content-Length: +2\r\n', `{}${inner}`],
    ['a length in hexadecimal', 'Content-Length: 0x2\r\n', `{}${inner}`],
    ['a length below nothing', 'Content-Length: -2\r\n', `{}${inner}`],
    ['chunks of an unknown kind', 'Transfer-Encoding: xchunked\r\n', `0\r\n\r\n${inner}`],
    ['chunks that are not last', 'Transfer-Encoding: chunked, identity\r\n', `0\r\n\r\n${inner}`],
    ['chunks twice', 'Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n', `0\r\n\r\n${inner}`],
    ['a blank before the colon', 'Transfer-Encoding : chunked\r\nContent-Length: 5\r\n', `0\r\n\r\n${inner}`],
    [
      'a header over two lines',
      'Transfer-Encoding:\r\n chunked\r\nContent-Length: 5\r\n',
      `0\r\n\r\n${inner}`,
    ],
    ['a chunk with a wrong size', 'Transfer-Encoding: chunked\r\n', `zz\r\n{}\r\n0\r\n\r\n${inner}`],
    [
      'a chunk beyond every size',
      'Transfer-Encoding: chunked\r\n',
      `ffffffffffffffffff\r\n{}\r\n0\r\n\r\n${inner}`,
    ],
    ['lines that end with half an ending', 'Content-Length: 2\nX: y\r\n', `{}${inner}`],
    [
      'a header that holds a line',
      'X: a\rTransfer-Encoding: chunked\r\nContent-Length: 5\r\n',
      `0\r\n\r\n${inner}`,
    ],
  ])('%s', async (_what, headers, body) => {
    const { statuses, text } = await say(
      shop.origin,
      `POST /api/cart/create HTTP/1.1\r\n${host}${json}${headers}\r\n${body}`,
    );
    expect(statuses.at(-1)).toBe(400);
    expect(statuses).toHaveLength(1);
    expect(text).toContain('"problem":"malformed_body"');
    expect(text).not.toContain('vatNumber');
  });

  test('several on one line are answered one after the other', async () => {
    const { statuses } = await say(shop.origin, inner.repeat(5));
    expect(statuses).toEqual([200, 200, 200, 200, 200]);
  });
});

describe('what is no HTTP, or not ours', () => {
  test.each([
    ['no request at all', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400],
    ['a newer protocol', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
    ['no host', 'GET /api/seller HTTP/1.1\r\n\r\n', 400],
    ['two hosts', `GET /api/seller HTTP/1.1\r\n${host}hOST: evil.example\r\n\r\n`, 400],
    ['a method nobody knows', `BREW /api/seller HTTP/1.1\r\n${host}\r\n`, 400],
    ['a name with a blank in it', `GET /api/seller HTTP/1.1\r\n${host}X y: z\r\n\r\n`, 400],
    ['a zero in a header', `GET /api/seller HTTP/1.1\r\n${host}X: a\0b\r\n\r\n`, 400],
    ['a blank in the address', `GET /api/seller x HTTP/1.1\r\n${host}\r\n`, 400],
    ['headers of 64 KiB', `GET /api/seller HTTP/1.1\r\n${host}X: ${'x'.repeat(65_536)}\r\n\r\n`, 431],
    ['ten thousand headers', `GET /api/seller HTTP/1.1\r\n${host}${'X: y\r\n'.repeat(10_000)}\r\n`, 431],
    ['an address of 64 KiB', `GET /${'x'.repeat(65_536)} HTTP/1.1\r\n${host}\r\n`, 431],
    ['an echo of itself', `TRACE /api/seller HTTP/1.1\r\n${host}\r\n`, 405],
    ['a tunnel', `CONNECT evil.example:443 HTTP/1.1\r\n${host}\r\n`, undefined],
    ['climbing', `GET /img/../../../etc/passwd HTTP/1.1\r\n${host}\r\n`, 400],
    [
      'climbing in disguise',
      `GET /img/150/150/resize/..%2f..%2f..%2fetc%2fpasswd HTTP/1.1\r\n${host}\r\n`,
      400,
    ],
  ])('%s', async (_what, request, status) => {
    const { statuses, text } = await say(shop.origin, Buffer.from(request, 'latin1'));
    expect(statuses).toEqual(status === undefined ? [] : [status]);
    expect(text).not.toMatch(/root:|vatNumber|<html/);
  });

  test('a body that is longer than it may be is refused before it has come', async () => {
    const gigabyte = `POST /api/cart/create HTTP/1.1\r\n${host}${json}Content-Length: 1073741824\r\n\r\n{"a":"`;
    expect(await say(shop.origin, gigabyte)).toMatchObject({ statuses: [413] });
    const chunks = Array(20).fill(`2000\r\n${'x'.repeat(0x2000)}\r\n`);
    const endless = `POST /api/cart/create HTTP/1.1\r\n${host}${json}Transfer-Encoding: chunked\r\n\r\n`;
    expect(await say(shop.origin, endless, ...chunks)).toMatchObject({ statuses: [413] });
  });

  test('a body that never ends changes nothing', async () => {
    const cart = await newCart(shop);
    const body = '{"cartItem":{"sku":"TEA","qty":1}}';
    const length = body.length + 1;
    const head = `POST /api/cart/update HTTP/1.1\r\n${host}${json}X-Cart-Token: ${cart.token}\r\nContent-Length: ${length}\r\n\r\n`;
    expect(await say(shop.origin, head, body)).toMatchObject({ statuses: [] });
    expect(await cart.pull()).toEqual([]);
  });

  test('one machine holds a thousand lines and no more; others are served meanwhile', async () => {
    const lines: Socket[] = [];
    // No more at once than the kernel keeps waiting before a door.
    while (lines.length < 1100) {
      const more = Array.from({ length: 100 }, () => openSocket(shop.origin, '127.0.0.9'));
      lines.push(...(await Promise.all(more)));
    }
    await expect.poll(() => lines.filter(({ closed }) => closed).length).toBe(100);
    expect((await shop.get('/api/seller')).status).toBe(200);
    for (const line of lines) line.destroy();
    await expect
      .poll(async () => {
        const line = await openSocket(shop.origin, '127.0.0.9');
        line.write(inner);
        return new Promise((done) =>
          line.once('data', () => done('served')).once('close', () => done('closed')),
        );
      })
      .toBe('served');
  });
});
