/** Credentials of the sandbox merchant. They are valid nowhere else. */
export const ozowKeys = {
  siteCode: 'sandbox-ozow-site',
  apiKey: 'sandbox-ozow-api-key',
  privateKey: 'sandbox-ozow-private-key',
};
