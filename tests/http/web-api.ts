import type { TestResponse, TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import type { WebShop } from '@fynbos/test-kit/shop/web-shop.ts';

/** The API of a shop with pages, for the helpers that use the API of a test shop. */
export function apiOf({ origin }: Pick<WebShop, 'origin'>): Pick<TestShop, 'get' | 'post'> {
  const send = async (path: string, init: RequestInit): Promise<TestResponse> => {
    const response = await fetch(origin + path, init);
    return { status: response.status, headers: response.headers, body: await response.json() };
  };
  return {
    get: (path, headers = {}) => send(path, { headers }),
    post: (path, body, headers = {}) =>
      send(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
  };
}
