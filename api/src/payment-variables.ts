import { address, currency, oneOf, optional, rate, wholeNumber } from './config-values.ts';
import { variable } from './config-variable.ts';

/** Payment providers and their keys (spec D29). A provider with a missing key is not offered. */
export const paymentVariables = {
  payments: variable(
    'PAYMENTS',
    'test',
    '`test` takes no real money and uses the payment sandbox for providers without keys; `live` takes real money, through the providers whose keys are set.',
    oneOf('test', 'live'),
  ),
  sandboxPort: variable(
    'SANDBOX_PORT',
    '3026',
    'The port of the payment sandbox, on loopback only. 0 or a port in use selects a free one.',
    wholeNumber(0, 65_535),
  ),
  oppwaUrl: variable(
    'OPPWA_URL',
    '',
    'Cards (OPPWA, as sold by Peach Payments): its address, `https://card.peachpayments.com`.',
    optional(address('http:', 'https:')),
  ),
  oppwaToken: variable(
    'OPPWA_TOKEN',
    '',
    'Cards: the access token.',
    optional((text) => text),
  ),
  oppwaEntityId: variable(
    'OPPWA_ENTITY_ID',
    '',
    'Cards: the entity id of the merchant.',
    optional((text) => text),
  ),
  oppwaWebHookKey: variable(
    'OPPWA_WEB_HOOK_KEY',
    '',
    'Cards: the key of its web-hooks, 64 hexadecimal digits.',
    optional((text) => text),
  ),
  payflexUrl: variable(
    'PAYFLEX_URL',
    '',
    'Instalments (Payflex): its address, `https://api.payflex.co.za`.',
    optional(address('http:', 'https:')),
  ),
  payflexAuthUrl: variable(
    'PAYFLEX_AUTH_URL',
    '',
    'Instalments: the address that issues its tokens, `https://auth.payflex.co.za`.',
    optional(address('http:', 'https:')),
  ),
  payflexClientId: variable(
    'PAYFLEX_CLIENT_ID',
    '',
    'Instalments: the client id.',
    optional((text) => text),
  ),
  payflexClientSecret: variable(
    'PAYFLEX_CLIENT_SECRET',
    '',
    'Instalments: the client secret.',
    optional((text) => text),
  ),
  payflexAudience: variable(
    'PAYFLEX_AUDIENCE',
    '',
    'Instalments: the audience of its tokens.',
    optional((text) => text),
  ),
  ozowUrl: variable(
    'OZOW_URL',
    '',
    'Instant EFT (Ozow): its address, `https://api.ozow.com`.',
    optional(address('http:', 'https:')),
  ),
  ozowSiteCode: variable(
    'OZOW_SITE_CODE',
    '',
    'Instant EFT: the site code.',
    optional((text) => text),
  ),
  ozowApiKey: variable(
    'OZOW_API_KEY',
    '',
    'Instant EFT: the API key.',
    optional((text) => text),
  ),
  ozowPrivateKey: variable(
    'OZOW_PRIVATE_KEY',
    '',
    'Instant EFT: the private key for signatures.',
    optional((text) => text),
  ),
  ikhokhaUrl: variable(
    'IKHOKHA_URL',
    '',
    'Pay links (iKhokha): its address, `https://api.ikhokha.com/public-api/v1/api`.',
    optional(address('http:', 'https:')),
  ),
  ikhokhaAppId: variable(
    'IKHOKHA_APP_ID',
    '',
    'Pay links: the application id.',
    optional((text) => text),
  ),
  ikhokhaAppSecret: variable(
    'IKHOKHA_APP_SECRET',
    '',
    'Pay links: the application secret for signatures.',
    optional((text) => text),
  ),
  ikhokhaEntityId: variable(
    'IKHOKHA_ENTITY_ID',
    '',
    'Pay links: the entity id of the merchant.',
    optional((text) => text),
  ),
  paypalUrl: variable(
    'PAYPAL_URL',
    '',
    'Wallet (PayPal): its address, `https://api-m.paypal.com`.',
    optional(address('http:', 'https:')),
  ),
  paypalClientId: variable(
    'PAYPAL_CLIENT_ID',
    '',
    'Wallet: the client id.',
    optional((text) => text),
  ),
  paypalSecret: variable(
    'PAYPAL_SECRET',
    '',
    'Wallet: the secret.',
    optional((text) => text),
  ),
  paypalWebHookId: variable(
    'PAYPAL_WEB_HOOK_ID',
    '',
    'Wallet: the id of its web-hook.',
    optional((text) => text),
  ),
  paypalCurrency: variable(
    'PAYPAL_CURRENCY',
    '',
    'Wallet: the currency it charges in, as it does not support rand: `USD`, `EUR` or `GBP`.',
    optional(currency),
  ),
  paypalRate: variable(
    'PAYPAL_RATE',
    '',
    'Wallet: the price of one unit of that currency in rand, `18.50`.',
    optional(rate),
  ),
};
