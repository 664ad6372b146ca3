import { address, currency, oneOf, optional, rate, wholeNumber } from './config-values.ts';
import { variable } from './config-variable.ts';

/** Payment providers and their keys (spec D29). A provider with a missing key is not offered. */
export const paymentVariables = {
  payments: variable(
    'PAYMENTS',
    'test',
    '`test` uses the payment sandbox for each provider without keys. `live` takes real money through the providers whose keys are set.',
    oneOf('test', 'live'),
  ),
  unpaidPerMailbox: variable(
    'UNPAID_ORDERS_PER_MAILBOX',
    '3',
    'How many unpaid orders one mailbox may have at a time, 1 to 1000000. A customer with a proven address counts alone.',
    wholeNumber(1, 1_000_000),
  ),
  unpaidPerClient: variable(
    'UNPAID_ORDERS_PER_CLIENT',
    '10',
    'How many unpaid orders may be open from one client IP, 1 to 1000000. Raise it if many shoppers share one address.',
    wholeNumber(1, 1_000_000),
  ),
  unpaidStockPercent: variable(
    'UNPAID_STOCK_PERCENT',
    '50',
    'Share of the stock of a product that unpaid orders of one mailbox or one client IP may hold, 0 to 100. Six units are always allowed.',
    wholeNumber(0, 100),
  ),
  sandboxPort: variable(
    'SANDBOX_PORT',
    '3026',
    'Port of the payment sandbox, on this machine only. If it is 0 or in use, a free port is picked.',
    wholeNumber(0, 65_535),
  ),
  oppwaUrl: variable(
    'OPPWA_URL',
    '',
    'Address, `https://card.peachpayments.com`.',
    optional(address('http:', 'https:')),
  ),
  oppwaToken: variable(
    'OPPWA_TOKEN',
    '',
    'Access token.',
    optional((text) => text),
  ),
  oppwaEntityId: variable(
    'OPPWA_ENTITY_ID',
    '',
    'Entity that receives the payment.',
    optional((text) => text),
  ),
  oppwaWebHookKey: variable(
    'OPPWA_WEB_HOOK_KEY',
    '',
    'Web-hook key, 64 hexadecimal digits.',
    optional((text) => text),
  ),
  payflexUrl: variable(
    'PAYFLEX_URL',
    '',
    'Address, `https://api.payflex.co.za`.',
    optional(address('http:', 'https:')),
  ),
  payflexAuthUrl: variable(
    'PAYFLEX_AUTH_URL',
    '',
    'Address for tokens, `https://auth.payflex.co.za`.',
    optional(address('http:', 'https:')),
  ),
  payflexClientId: variable(
    'PAYFLEX_CLIENT_ID',
    '',
    'Client id.',
    optional((text) => text),
  ),
  payflexClientSecret: variable(
    'PAYFLEX_CLIENT_SECRET',
    '',
    'Client secret.',
    optional((text) => text),
  ),
  payflexAudience: variable(
    'PAYFLEX_AUDIENCE',
    '',
    'Audience of the tokens.',
    optional((text) => text),
  ),
  ozowUrl: variable('OZOW_URL', '', 'Address, `https://api.ozow.com`.', optional(address('http:', 'https:'))),
  ozowSiteCode: variable(
    'OZOW_SITE_CODE',
    '',
    'Site code.',
    optional((text) => text),
  ),
  ozowApiKey: variable(
    'OZOW_API_KEY',
    '',
    'API key.',
    optional((text) => text),
  ),
  ozowPrivateKey: variable(
    'OZOW_PRIVATE_KEY',
    '',
    'Private key used to sign.',
    optional((text) => text),
  ),
  ikhokhaUrl: variable(
    'IKHOKHA_URL',
    '',
    'Address, `https://api.ikhokha.com/public-api/v1/api`.',
    optional(address('http:', 'https:')),
  ),
  ikhokhaAppId: variable(
    'IKHOKHA_APP_ID',
    '',
    'Application id.',
    optional((text) => text),
  ),
  ikhokhaAppSecret: variable(
    'IKHOKHA_APP_SECRET',
    '',
    'Application secret used to sign.',
    optional((text) => text),
  ),
  ikhokhaEntityId: variable(
    'IKHOKHA_ENTITY_ID',
    '',
    'Entity that receives the payment.',
    optional((text) => text),
  ),
  paypalUrl: variable(
    'PAYPAL_URL',
    '',
    'Address, `https://api-m.paypal.com`.',
    optional(address('http:', 'https:')),
  ),
  paypalClientId: variable(
    'PAYPAL_CLIENT_ID',
    '',
    'Client id.',
    optional((text) => text),
  ),
  paypalSecret: variable(
    'PAYPAL_SECRET',
    '',
    'Secret.',
    optional((text) => text),
  ),
  paypalWebHookId: variable(
    'PAYPAL_WEB_HOOK_ID',
    '',
    'Id of the web-hook.',
    optional((text) => text),
  ),
  paypalCurrency: variable(
    'PAYPAL_CURRENCY',
    '',
    'Currency it charges, since it does not accept rand: `USD`, `EUR` or `GBP`.',
    optional(currency),
  ),
  paypalRate: variable('PAYPAL_RATE', '', 'Rand per unit of that currency, `18.50`.', optional(rate)),
};
