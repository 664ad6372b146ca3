/** In-memory CacheStorage for testing the worker's modules. */
export function memoryCaches(): CacheStorage {
  const all = new Map<string, Map<string, Response>>();
  const open = async (name: string) => {
    const entries = all.get(name) ?? all.set(name, new Map()).get(name)!;
    return {
      match: async (key: string | Request) => entries.get(addressOf(key))?.clone(),
      put: async (key: string, response: Response) => {
        entries.delete(addressOf(key));
        entries.set(addressOf(key), response);
      },
      delete: async (key: string | Request) => entries.delete(addressOf(key)),
      keys: async () => [...entries.keys()].map((url) => ({ url })),
    };
  };
  return {
    open,
    keys: async () => [...all.keys()],
    delete: async (name: string) => all.delete(name),
    match: async (key: string, { cacheName }: MultiCacheQueryOptions = {}) => {
      for (const name of cacheName ? [cacheName] : all.keys()) {
        const cached = await (await open(name)).match(key);
        if (cached) return cached;
      }
      return undefined;
    },
  } as unknown as CacheStorage;
}

/** Origin of the shop in worker tests. */
export const origin = 'https://shop.example';

const addressOf = (key: string | Pick<Request, 'url'>) =>
  new URL(typeof key === 'string' ? key : key.url, origin).href;
