/**
 * The storage key of the profile (spec accounts 3). An empty value means that the customer logged out offline,
 * and the server must still be notified.
 */
export const profileKey = 'current-user';
