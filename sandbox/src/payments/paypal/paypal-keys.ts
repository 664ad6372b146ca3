/** Credentials of the sandbox merchant. They are valid nowhere else. */
export const paypalKeys = {
  clientId: 'sandbox-paypal-client',
  secret: 'sandbox-paypal-secret',
  webHookId: 'sandbox-paypal-web-hook',
};
