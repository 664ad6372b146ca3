import { address, chatProperty, onOrOff, optional, origins, tagManager } from './config-values.ts';
import { variable } from './config-variable.ts';

/** Who else hears of a visitor, after that visitor's yes (decision 40). Nobody unless the operator says so. */
export const visitorVariables = {
  gtmId: variable(
    'GTM_ID',
    '',
    'The tag manager’s container, `GTM-XXXXXXX`. It is loaded for visitors who agreed to analytics; left empty, nothing is measured.',
    optional(tagManager),
  ),
  gtmUrl: variable(
    'GTM_URL',
    'https://www.googletagmanager.com',
    'Where the tag manager comes from; an address of your own with server-side tagging.',
    address('https:', 'http:'),
  ),
  gtmOrigins: variable(
    'GTM_ORIGINS',
    'https://*.google-analytics.com,https://*.analytics.google.com',
    'Where its tags may send what they measured, separated by commas.',
    origins,
  ),
  chatPropertyId: variable(
    'CHAT_PROPERTY_ID',
    '',
    'The live chat’s property (tawk.to), `property` or `property/widget`. It is loaded for visitors who agreed to chat and marketing; left empty, there is no chat.',
    optional(chatProperty),
  ),
  chatUrl: variable(
    'CHAT_URL',
    'https://embed.tawk.to',
    'Where the live chat comes from.',
    address('https:', 'http:'),
  ),
  chatOrigins: variable(
    'CHAT_ORIGINS',
    'https://*.tawk.to,wss://*.tawk.to',
    'What the live chat may load and call besides, separated by commas.',
    origins,
  ),
  analyticsDebug: variable(
    'ANALYTICS_DEBUG',
    'off',
    'Whether `?debug=analytics` shows on any page what is measured; for trying things out.',
    onOrOff,
  ),
};
