import type { Config } from './config.ts';
import { optional, origins, pushSubject } from './config-values.ts';
import { variable } from './config-variable.ts';
import { arePushKeys } from './push/keys.ts';

/** The push services of the browsers there are: Chrome and its kin, Firefox, Safari, Edge. */
const services = [
  'https://fcm.googleapis.com',
  'https://*.push.services.mozilla.com',
  'https://*.push.apple.com',
  'https://*.notify.windows.com',
];

/** Push messages to browsers (accounts 4.4); there are none unless the operator has keys for them. */
export const pushVariables = {
  pushPublicKey: variable(
    'PUSH_PUBLIC_KEY',
    '',
    'The public half of the shop’s key pair for push messages (VAPID); `npm run admin -- push keys` makes a pair. Without one there are no push messages.',
    optional((text) => text),
  ),
  pushPrivateKey: variable(
    'PUSH_PRIVATE_KEY',
    '',
    'Its private half. A new pair ends every subscription that was made with the old one.',
    optional((text) => text),
  ),
  pushSubject: variable(
    'PUSH_SUBJECT',
    '',
    'Whom a push service writes to when something is wrong: `mailto:` and an address, or an `https:` page.',
    optional(pushSubject),
  ),
  pushServices: variable(
    'PUSH_SERVICES',
    services.join(','),
    'The push services messages are given to, separated by commas; a browser of another one is refused, so that nobody makes the shop call addresses of theirs.',
    origins,
  ),
};

/** What is wrong with the keys, as a sentence that shows none of them; undefined where nothing is. */
export function pushFault({
  pushPublicKey,
  pushPrivateKey,
  pushSubject: subject,
}: Config): string | undefined {
  const given = [pushPublicKey, pushPrivateKey, subject].filter(Boolean).length;
  if (given === 0) return undefined;
  if (given < 3)
    return 'Push messages need PUSH_PUBLIC_KEY, PUSH_PRIVATE_KEY and PUSH_SUBJECT, all three or none.';
  return arePushKeys(pushPublicKey!, pushPrivateKey!)
    ? undefined
    : 'PUSH_PUBLIC_KEY and PUSH_PRIVATE_KEY are no pair; `npm run admin -- push keys` makes one.';
}
