import { address, chatProperty, onOrOff, optional, origins, tagManager } from './config-values.ts';
import { variable } from './config-variable.ts';

/**
 * Third-party services that receive visitor data, after the visitor's consent (spec D40). All are off by
 * default.
 */
export const visitorVariables = {
  gtmId: variable(
    'GTM_ID',
    '',
    'Tag manager container, `GTM-XXXXXXX`. Loaded for visitors who consented to analytics. Unset disables analytics.',
    optional(tagManager),
  ),
  gtmUrl: variable(
    'GTM_URL',
    'https://www.googletagmanager.com',
    'Origin of the tag manager, or your own address for server-side tagging.',
    address('https:', 'http:'),
  ),
  gtmOrigins: variable(
    'GTM_ORIGINS',
    'https://*.google-analytics.com,https://*.analytics.google.com',
    'Origins its tags may send data to, separated by commas.',
    origins,
  ),
  chatPropertyId: variable(
    'CHAT_PROPERTY_ID',
    '',
    'Live chat property (tawk.to), `property` or `property/widget`. Loaded for visitors who consented to chat and marketing. Unset disables the chat.',
    optional(chatProperty),
  ),
  chatUrl: variable(
    'CHAT_URL',
    'https://embed.tawk.to',
    'Origin of the live chat.',
    address('https:', 'http:'),
  ),
  chatOrigins: variable(
    'CHAT_ORIGINS',
    'https://*.tawk.to,wss://*.tawk.to',
    'Further origins the live chat may use, separated by commas.',
    origins,
  ),
  analyticsDebug: variable(
    'ANALYTICS_DEBUG',
    'off',
    'Lets `?debug=analytics` show analytics events on any page. For trials.',
    onOrOff,
  ),
};
