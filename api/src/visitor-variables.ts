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
    'The tag manager’s container, `GTM-XXXXXXX`. It is loaded for visitors who agreed to analytics; when unset, nothing is measured.',
    optional(tagManager),
  ),
  gtmUrl: variable(
    'GTM_URL',
    'https://www.googletagmanager.com',
    'The address of the tag manager; use your own address with server-side tagging.',
    address('https:', 'http:'),
  ),
  gtmOrigins: variable(
    'GTM_ORIGINS',
    'https://*.google-analytics.com,https://*.analytics.google.com',
    'Origins that its tags may send data to, separated by commas.',
    origins,
  ),
  chatPropertyId: variable(
    'CHAT_PROPERTY_ID',
    '',
    'The live chat’s property (tawk.to), `property` or `property/widget`. It is loaded for visitors who agreed to chat and marketing; when unset, there is no chat.',
    optional(chatProperty),
  ),
  chatUrl: variable(
    'CHAT_URL',
    'https://embed.tawk.to',
    'The address of the live chat.',
    address('https:', 'http:'),
  ),
  chatOrigins: variable(
    'CHAT_ORIGINS',
    'https://*.tawk.to,wss://*.tawk.to',
    'Additional origins that the live chat may load from and connect to, separated by commas.',
    origins,
  ),
  analyticsDebug: variable(
    'ANALYTICS_DEBUG',
    'off',
    'Whether `?debug=analytics` shows analytics events on any page; for testing.',
    onOrOff,
  ),
};
