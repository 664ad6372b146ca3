/** Headers of account pages: private, never cached, with a preload hint for their messages. */
export const privateHeaders = () => ({
  'cache-control': 'private, no-store',
  'x-late-part': 'messages/account',
});
