/**
 * Where the profile lies in the browser's storage (accounts 3). There and empty: somebody logged out without
 * a network, and the server is still to be told.
 */
export const profileKey = 'current-user';
