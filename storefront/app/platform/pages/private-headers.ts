import { latePartHeaders } from './late-parts.ts';

/** Headers of account pages: private, never cached, with a preload hint for their messages. */
export const privateHeaders = () => ({
  'cache-control': 'private, no-store',
  ...latePartHeaders(['messages/account']),
});
