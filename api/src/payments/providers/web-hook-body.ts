import type { RawHook } from './payment-provider.ts';

/** No provider sends larger web-hooks. */
export const maxWebHookBytes = 256 * 1024;

/** Returns the exact text of a web-hook; the empty string when it exceeds the size limit. */
export const hookText = ({ body }: RawHook): string =>
  body.length > maxWebHookBytes ? '' : body.toString('utf8');
