const halfAYear = 180 * 86_400_000;

/** A response below `/.well-known/`. */
export type WellKnown = { to: string } | { text: string };

/**
 * The addresses that programs look for: where researchers report a vulnerability (RFC 9116), and where
 * password managers lead to change a password (W3C).
 * @param shop the shop's address with the prefix of its store view, and its mail address if it has one
 */
export function wellKnown(
  path: string,
  { address, origin, contactMail }: { address: string; origin: string; contactMail: string | undefined },
  now: Date,
): WellKnown | undefined {
  if (path === '/.well-known/change-password') return { to: `${address}/my-account/profile` };
  if (path !== '/.well-known/security.txt' || !contactMail) return undefined;
  const expires = new Date(now.getTime() + halfAYear).toISOString().slice(0, 10);
  const lines = [
    `Contact: mailto:${contactMail}`,
    `Expires: ${expires}T00:00:00Z`,
    'Preferred-Languages: en',
    `Canonical: ${origin}/.well-known/security.txt`,
  ];
  return { text: `${lines.join('\n')}\n` };
}
