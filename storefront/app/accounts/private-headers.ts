/** Pages of accounts: for one shopper, never kept, their messages named ahead. */
export const privateHeaders = () => ({
  'cache-control': 'private, no-store',
  'x-late-part': 'messages/account',
});
