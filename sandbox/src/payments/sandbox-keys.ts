/** Credentials of the sandbox merchant. They are valid nowhere else. */
export const keys = {
  card: {
    token: 'sandbox-oppwa-token',
    entityId: 'sandbox-oppwa-entity',
    webHookKey: '5a4d0b0c5a4d0b0c5a4d0b0c5a4d0b0c5a4d0b0c5a4d0b0c5a4d0b0c5a4d0b0c',
  },
  instalments: {
    clientId: 'sandbox-payflex-client',
    clientSecret: 'sandbox-payflex-secret',
    audience: 'sandbox-payflex-audience',
  },
  'local-a': {
    siteCode: 'sandbox-ozow-site',
    apiKey: 'sandbox-ozow-api-key',
    privateKey: 'sandbox-ozow-private-key',
  },
  'local-b': {
    appId: 'sandbox-ikhokha-app',
    appSecret: 'sandbox-ikhokha-secret',
    entityId: 'sandbox-ikhokha-entity',
  },
  wallet: {
    clientId: 'sandbox-paypal-client',
    secret: 'sandbox-paypal-secret',
    webHookId: 'sandbox-paypal-web-hook',
  },
} as const;

/** The operator settings that point the shop to the sandbox. */
export function settingsFor(url: string): Record<string, string> {
  const { card, instalments, wallet } = keys;
  return {
    OPPWA_URL: `${url}/oppwa`,
    OPPWA_TOKEN: card.token,
    OPPWA_ENTITY_ID: card.entityId,
    OPPWA_WEB_HOOK_KEY: card.webHookKey,
    PAYFLEX_URL: `${url}/payflex`,
    PAYFLEX_AUTH_URL: `${url}/payflex-auth`,
    PAYFLEX_CLIENT_ID: instalments.clientId,
    PAYFLEX_CLIENT_SECRET: instalments.clientSecret,
    PAYFLEX_AUDIENCE: instalments.audience,
    OZOW_URL: `${url}/ozow`,
    OZOW_SITE_CODE: keys['local-a'].siteCode,
    OZOW_API_KEY: keys['local-a'].apiKey,
    OZOW_PRIVATE_KEY: keys['local-a'].privateKey,
    IKHOKHA_URL: `${url}/ikhokha/public-api/v1/api`,
    IKHOKHA_APP_ID: keys['local-b'].appId,
    IKHOKHA_APP_SECRET: keys['local-b'].appSecret,
    IKHOKHA_ENTITY_ID: keys['local-b'].entityId,
    PAYPAL_URL: `${url}/paypal`,
    PAYPAL_CLIENT_ID: wallet.clientId,
    PAYPAL_SECRET: wallet.secret,
    PAYPAL_WEB_HOOK_ID: wallet.webHookId,
    PAYPAL_CURRENCY: 'USD',
    PAYPAL_RATE: '18.00',
  };
}
