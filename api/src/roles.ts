import type { Config } from './config.ts';

/** What keeps a process from being what it is to be, as a sentence; undefined where nothing does. */
export function roleFault(config: Config): string | undefined {
  const { role, apiUrl, publicUrl, publicApiUrl, outputCache, redisUrl } = config;
  if (role !== 'storefront' && apiUrl)
    return `API_URL is for ROLE=storefront: a process with ROLE=${role} is the API itself.`;
  if (role === 'storefront' && !apiUrl)
    return 'ROLE=storefront needs API_URL: its pages are made of what the API says.';
  if (role !== 'shop' && outputCache && !redisUrl)
    return `OUTPUT_CACHE=on with ROLE=${role} needs REDIS_URL: storefronts hear from APIs through Redis what changes.`;
  if (role === 'api' && !publicUrl)
    return 'ROLE=api needs PUBLIC_URL: links in mails and payments lead to the pages, which are elsewhere.';
  if (publicApiUrl && !publicUrl)
    return 'PUBLIC_API_URL needs PUBLIC_URL: the API answers the pages of that address, and no others.';
  return undefined;
}
