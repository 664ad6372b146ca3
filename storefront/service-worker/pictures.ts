import { CacheFirst, ExpirationPlugin } from 'serwist';
import { picturesName } from '../app/offline/worker-stores.ts';
import { type Patience, patientWith } from './ask-line.ts';

/** So many pictures, none larger than this, in bytes: together never more than some 38 MB, mostly 5. */
const most = 300;
const largest = 128 * 1024;

const pictures = new CacheFirst({
  cacheName: picturesName,
  plugins: [
    // Those that were not looked at for longest go first, and all of them where the device is full.
    new ExpirationPlugin({ maxEntries: most, maxAgeFrom: 'last-used', purgeOnQuotaError: true }),
    {
      requestWillFetch: async ({ request, state }) => {
        const patience = patientWith(request);
        if (state) state.heard = patience.heard;
        return patience.request;
      },
      fetchDidSucceed: async ({ response, state }) => {
        (state?.heard as Patience['heard'] | undefined)?.();
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

/** In place of a picture that cannot be had: the place it has on the page, and no sign of something broken. */
const empty = '<svg xmlns="http://www.w3.org/2000/svg"/>';

/** A picture that was seen before is not fetched again; its address changes with it. */
export function answerPicture(event: FetchEvent): Promise<Response> {
  const [answer] = pictures.handleAll({ event, request: event.request });
  return answer.catch(() => new Response(empty, { headers: { 'content-type': 'image/svg+xml' } }));
}
