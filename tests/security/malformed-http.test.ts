import type { Socket } from 'node:net';
import { newCart } from '@fynbos/test-kit/cart/guest-cart.ts';
import { openSmallShop } from '@fynbos/test-kit/shop/small-shop.ts';
import type { TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSocket, sendRaw } from './raw-socket.ts';

/**
 * HTTP that no library would send (spec reliability 6.18, ASVS 4.2.1). It is refused with the usual error
 * body, and no request runs twice.
 */
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

describe('request smuggling: one request stays one request', () => {
  test.each([
    [
      'Content-Length and Transfer-Encoding',
      `Content-Length: 4\r\nTransfer-Encoding: chunked\r\n`,
      `0\r\n\r\n${inner}`,
    ],
    [
      'Transfer-Encoding and Content-Length',
      `Transfer-Encoding: chunked\r\nContent-Length: 4\r\n`,
      `0\r\n\r\n${inner}`,
    ],
    ['two lengths', 'Content-Length: 2\r\nContent-Length: 60\r\n', `{}${inner}`],
    ['a Content-Length of two numbers', 'Content-Length: 2, 60\r\n', `{}${inner}`],
    ['a Content-Length with a plus sign', 'Content-Length: +2\r\n', `{}${inner}`],
    ['a hexadecimal Content-Length', 'Content-Length: 0x2\r\n', `{}${inner}`],
    ['a negative Content-Length', 'Content-Length: -2\r\n', `{}${inner}`],
    ['an unknown transfer encoding', 'Transfer-Encoding: xchunked\r\n', `0\r\n\r\n${inner}`],
    ['chunked encoding that is not last', 'Transfer-Encoding: chunked, identity\r\n', `0\r\n\r\n${inner}`],
    ['chunks twice', 'Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n', `0\r\n\r\n${inner}`],
    ['a space before the colon', 'Transfer-Encoding : chunked\r\nContent-Length: 5\r\n', `0\r\n\r\n${inner}`],
    ['a folded header', 'Transfer-Encoding:\r\n chunked\r\nContent-Length: 5\r\n', `0\r\n\r\n${inner}`],
    ['a chunk with an invalid size', 'Transfer-Encoding: chunked\r\n', `zz\r\n{}\r\n0\r\n\r\n${inner}`],
    [
      'a chunk size that overflows',
      'Transfer-Encoding: chunked\r\n',
      `ffffffffffffffffff\r\n{}\r\n0\r\n\r\n${inner}`,
    ],
    ['line feeds without carriage return', 'Content-Length: 2\nX: y\r\n', `{}${inner}`],
    [
      'a carriage return inside a header',
      'X: a\rTransfer-Encoding: chunked\r\nContent-Length: 5\r\n',
      `0\r\n\r\n${inner}`,
    ],
  ])('%s', async (_what, headers, body) => {
    const { statuses, text } = await sendRaw(
      shop.origin,
      `POST /api/cart/create HTTP/1.1\r\n${host}${json}${headers}\r\n${body}`,
    );
    expect(statuses.at(-1)).toBe(400);
    expect(statuses).toHaveLength(1);
    expect(text).toContain('"problem":"malformed_body"');
    expect(text).not.toContain('vatNumber');
  });

  test('pipelined requests are answered in order', async () => {
    const { statuses } = await sendRaw(shop.origin, inner.repeat(5));
    expect(statuses).toEqual([200, 200, 200, 200, 200]);
  });
});

describe('invalid or unsupported HTTP', () => {
  test.each([
    ['not an HTTP request', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400],
    ['HTTP/2 preface', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
    ['no host', 'GET /api/seller HTTP/1.1\r\n\r\n', 400],
    ['two hosts', `GET /api/seller HTTP/1.1\r\n${host}hOST: evil.example\r\n\r\n`, 400],
    ['an unknown method', `BREW /api/seller HTTP/1.1\r\n${host}\r\n`, 400],
    ['a header name with a space', `GET /api/seller HTTP/1.1\r\n${host}X y: z\r\n\r\n`, 400],
    ['a NUL in a header', `GET /api/seller HTTP/1.1\r\n${host}X: a\0b\r\n\r\n`, 400],
    ['a space in the path', `GET /api/seller x HTTP/1.1\r\n${host}\r\n`, 400],
    ['headers of 64 KiB', `GET /api/seller HTTP/1.1\r\n${host}X: ${'x'.repeat(65_536)}\r\n\r\n`, 431],
    ['ten thousand headers', `GET /api/seller HTTP/1.1\r\n${host}${'X: y\r\n'.repeat(10_000)}\r\n`, 431],
    ['a path of 64 KiB', `GET /${'x'.repeat(65_536)} HTTP/1.1\r\n${host}\r\n`, 431],
    ['TRACE', `TRACE /api/seller HTTP/1.1\r\n${host}\r\n`, 405],
    ['a tunnel', `CONNECT evil.example:443 HTTP/1.1\r\n${host}\r\n`, undefined],
    ['climbing', `GET /img/../../../etc/passwd HTTP/1.1\r\n${host}\r\n`, 400],
    [
      'percent-encoded path traversal',
      `GET /img/150/150/resize/..%2f..%2f..%2fetc%2fpasswd HTTP/1.1\r\n${host}\r\n`,
      // A picture that cannot exist: the placeholder is sent with this status.
      404,
    ],
  ])('%s', async (_what, request, status) => {
    const { statuses, text } = await sendRaw(shop.origin, Buffer.from(request, 'latin1'));
    expect(statuses).toEqual(status === undefined ? [] : [status]);
    expect(text).not.toMatch(/root:|vatNumber|<html/);
  });

  test('a body over the limit is refused before it is received', async () => {
    const gigabyte = `POST /api/cart/create HTTP/1.1\r\n${host}${json}Content-Length: 1073741824\r\n\r\n{"a":"`;
    expect(await sendRaw(shop.origin, gigabyte)).toMatchObject({ statuses: [413] });
    const chunks = Array(20).fill(`2000\r\n${'x'.repeat(0x2000)}\r\n`);
    const endless = `POST /api/cart/create HTTP/1.1\r\n${host}${json}Transfer-Encoding: chunked\r\n\r\n`;
    expect(await sendRaw(shop.origin, endless, ...chunks)).toMatchObject({ statuses: [413] });
  });

  test('an incomplete body changes nothing', async () => {
    const cart = await newCart(shop);
    const body = '{"cartItem":{"sku":"TEA","qty":1}}';
    const length = body.length + 1;
    const head = `POST /api/cart/update HTTP/1.1\r\n${host}${json}X-Cart-Token: ${cart.token}\r\nContent-Length: ${length}\r\n\r\n`;
    expect(await sendRaw(shop.origin, head, body)).toMatchObject({ statuses: [] });
    expect(await cart.pull()).toEqual([]);
  });

  test('a client IP holds at most a thousand connections while other clients are served', async () => {
    const sockets: Socket[] = [];
    // At most the listen backlog at once.
    while (sockets.length < 1100) {
      const more = Array.from({ length: 100 }, () => openSocket(shop.origin, '127.0.0.9'));
      sockets.push(...(await Promise.all(more)));
    }
    await expect.poll(() => sockets.filter(({ closed }) => closed).length).toBe(100);
    expect((await shop.get('/api/seller')).status).toBe(200);
    for (const socket of sockets) socket.destroy();
    await expect
      .poll(async () => {
        const socket = await openSocket(shop.origin, '127.0.0.9');
        socket.write(inner);
        return new Promise((done) =>
          socket.once('data', () => done('served')).once('close', () => done('closed')),
        );
      })
      .toBe('served');
  });
});
