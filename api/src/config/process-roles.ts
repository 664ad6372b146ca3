import type { Config } from './config.ts';

/**
 * Checks that the settings fit the role of the process.
 * @returns a sentence; undefined when they do
 */
export function roleError(config: Config): string | undefined {
  const { role, apiUrl, publicUrl, publicApiUrl, outputCache, redisUrl } = config;
  if (role !== 'storefront' && apiUrl)
    return `API_URL is for ROLE=storefront: a process with ROLE=${role} is the API itself.`;
  if (role === 'storefront' && !apiUrl)
    return 'ROLE=storefront needs API_URL: its pages are rendered from API responses.';
  if (role !== 'shop' && outputCache && !redisUrl)
    return `OUTPUT_CACHE=on with ROLE=${role} needs REDIS_URL: APIs notify storefronts of changes through Redis.`;
  if (role === 'api' && !publicUrl)
    return 'ROLE=api needs PUBLIC_URL: links in mails and payments lead to the pages of another process.';
  if (publicApiUrl && !publicUrl)
    return 'PUBLIC_API_URL needs PUBLIC_URL: the API accepts requests from the pages of that address only.';
  return undefined;
}
