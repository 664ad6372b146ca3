import { optional, origins, pushSubject } from './config-values.ts';
import { type ValuesOf, variable } from './config-variable.ts';
import { arePushKeys } from './push-keys.ts';

/** The push services of current browsers: Chrome and its relatives, Firefox, Safari, Edge. */
const services = [
  'https://fcm.googleapis.com',
  'https://*.push.services.mozilla.com',
  'https://*.push.apple.com',
  'https://*.notify.windows.com',
];

/** Push messages to browsers (spec accounts 4.4); off unless the operator has set keys. */
export const pushVariables = {
  pushPublicKey: variable(
    'PUSH_PUBLIC_KEY',
    '',
    'Public key for push messages (VAPID). `npm run admin -- push keys` creates a pair. Unset disables push messages.',
    optional((text) => text),
  ),
  pushPrivateKey: variable(
    'PUSH_PRIVATE_KEY',
    '',
    'The matching private key. A new pair ends every subscription made with the old one.',
    optional((text) => text),
  ),
  pushSubject: variable(
    'PUSH_SUBJECT',
    '',
    'Contact for push services: `mailto:` and an address, or an `https:` page.',
    optional(pushSubject),
  ),
  pushServices: variable(
    'PUSH_SERVICES',
    services.join(','),
    'Push services the shop may call, separated by commas. Subscriptions to other hosts are refused, so that clients cannot make the shop call them.',
    origins,
  ),
};

/** Returns an error in the push settings, without showing a key; undefined when valid. */
export function pushSettingsError({
  pushPublicKey,
  pushPrivateKey,
  pushSubject: subject,
}: ValuesOf<typeof pushVariables>): string | undefined {
  if (!pushPublicKey && !pushPrivateKey && !subject) return undefined;
  if (!pushPublicKey || !pushPrivateKey || !subject)
    return 'Push messages need PUSH_PUBLIC_KEY, PUSH_PRIVATE_KEY and PUSH_SUBJECT, all three or none.';
  return arePushKeys(pushPublicKey, pushPrivateKey)
    ? undefined
    : 'PUSH_PUBLIC_KEY and PUSH_PRIVATE_KEY do not match; `npm run admin -- push keys` creates a pair.';
}
