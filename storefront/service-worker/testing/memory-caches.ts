/** What a browser keeps, in memory, for a worker's modules that run in a test. */
export function memoryCaches(): CacheStorage {
  const all = new Map<string, Map<string, Response>>();
  const open = async (name: string) => {
    const kept = all.get(name) ?? all.set(name, new Map()).get(name)!;
    return {
      match: async (key: string | Request) => kept.get(addressOf(key))?.clone(),
      put: async (key: string, answer: Response) => {
        kept.delete(addressOf(key));
        kept.set(addressOf(key), answer);
      },
      delete: async (key: string | Request) => kept.delete(addressOf(key)),
      keys: async () => [...kept.keys()].map((url) => ({ url })),
    };
  };
  return {
    open,
    keys: async () => [...all.keys()],
    delete: async (name: string) => all.delete(name),
    match: async (key: string, { cacheName }: MultiCacheQueryOptions = {}) => {
      for (const name of cacheName ? [cacheName] : all.keys()) {
        const found = await (await open(name)).match(key);
        if (found) return found;
      }
      return undefined;
    },
  } as unknown as CacheStorage;
}

/** Where the worker of tests is at home. */
export const origin = 'https://shop.example';

const addressOf = (key: string | Pick<Request, 'url'>) =>
  new URL(typeof key === 'string' ? key : key.url, origin).href;
