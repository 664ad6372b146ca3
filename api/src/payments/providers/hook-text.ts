import type { RawHook } from './provider.ts';

/** No provider has more to say. */
const largestHook = 256 * 1024;

/** What a web-hook says, letter by letter; nothing when it is more than anybody should read. */
export const hookText = ({ body }: RawHook): string =>
  body.length > largestHook ? '' : body.toString('utf8');
