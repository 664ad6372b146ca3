import { CacheFirst, ExpirationPlugin } from 'serwist';
import { picturesName } from '../app/platform/storage/worker-cache-names.ts';
import { type ResponseTimeout, withResponseTimeout } from './fetch-with-timeout.ts';

/** Maximum number of pictures, and of bytes per picture: at most about 38 MB in total, typically 5. */
const maxPictures = 300;
const largest = 128 * 1024;

const pictures = new CacheFirst({
  cacheName: picturesName,
  plugins: [
    // Deletes the least recently used pictures first, and all of them when the device is full.
    new ExpirationPlugin({ maxEntries: maxPictures, maxAgeFrom: 'last-used', purgeOnQuotaError: true }),
    {
      requestWillFetch: async ({ request, state }) => {
        const timeout = withResponseTimeout(request);
        if (state) state.heard = timeout.responseStarted;
        return timeout.request;
      },
      fetchDidSucceed: async ({ response, state }) => {
        // `requestWillFetch` stored it.
        (state?.heard as ResponseTimeout['responseStarted'] | undefined)?.();
        return response;
      },
      cacheWillUpdate: async ({ response }) => {
        const { headers, redirected, status } = response;
        const isPicture = headers.get('content-type')?.startsWith('image/') && status === 200 && !redirected;
        return isPicture && Number(headers.get('content-length') ?? largest) < largest ? response : null;
      },
    },
  ],
});

/** Placeholder for a picture that cannot be loaded: it takes the same space and shows no broken-image icon. */
const empty = '<svg xmlns="http://www.w3.org/2000/svg"/>';

/** Responds with a cached picture, which is not fetched twice: its address changes with its content. */
export function respondWithPicture(event: FetchEvent): Promise<Response> {
  const [response] = pictures.handleAll({ event, request: event.request });
  return response.catch(() => new Response(empty, { headers: { 'content-type': 'image/svg+xml' } }));
}
