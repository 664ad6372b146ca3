/** The domains of most addresses in South Africa. */
const common = [
  'gmail.com',
  'outlook.com',
  'hotmail.com',
  'yahoo.com',
  'icloud.com',
  'live.com',
  'webmail.co.za',
  'mweb.co.za',
  'telkomsa.net',
  'vodamail.co.za',
];

/** Typing errors by the ending that was meant. Any other ending belongs to somebody else's domain. */
const endingErrors: Record<string, string> = {
  com: 'con cmo co cm om vom xom ocm cim cpm comm coom',
  'co.za': 'co.az co.z co.zaa co.xa co.zs cp.za c.za c.oza coza',
  net: 'nte ne ner ent nett',
};

/** A name as short as `gmail` or `live` resembles too many others. */
const maxShortLength = 5;

/** Returns the address with the common domain that was probably meant; undefined when there is none. */
export function suggestedEmail(typed: string): string | undefined {
  const [, name, domain = ''] = /^([^@\s]+)@([^@\s]+)$/.exec(typed.trim().toLowerCase()) ?? [];
  if (!name || common.includes(domain)) return undefined;
  const meant = common.find((candidate) => isMistyped(domain, candidate));
  // The name stays as it was typed.
  return meant && `${typed.trim().slice(0, name.length)}@${meant}`;
}

/** Whether a domain has a typing error in the name, a known one in the ending, or both, or has no dot. */
function isMistyped(domain: string, meant: string): boolean {
  const [name, ending] = splitDomain(domain);
  const [meantName, meantEnding] = splitDomain(meant);
  const isEndingMeant = ending === meantEnding || endingErrors[meantEnding]?.split(' ').includes(ending);
  const isNameMeant = name === meantName || isMistypedName(name, meantName);
  return (isEndingMeant && isNameMeant) || domain === meant.replaceAll('.', '');
}

function splitDomain(domain: string): [name: string, ending: string] {
  const [name = '', ...ending] = domain.split('.');
  return [name, ending.join('.')];
}

/**
 * Whether two letters of the name were swapped, or one was added, left out or replaced. Another first letter makes
 * another name (`cloud`, `email`). In a short name only a doubled letter counts as added, and none as replaced.
 */
function isMistypedName(typed: string, meant: string): boolean {
  let start = 0;
  while (start < meant.length && typed[start] === meant[start]) start++;
  const typedRest = typed.slice(start);
  const meantRest = meant.slice(start);
  const [first = '', second = ''] = meantRest;
  if (second && typedRest === second + first + meantRest.slice(2)) return true;
  if (start === 0) return false;
  const isLong = meant.length > maxShortLength;
  const isAdded = typedRest.slice(1) === meantRest && (isLong || typedRest[0] === meant[start - 1]);
  const isLeftOut = typedRest === meantRest.slice(1) && meant.length >= maxShortLength && typed !== 'gail';
  return isAdded || isLeftOut || (isLong && typedRest.slice(1) === meantRest.slice(1));
}
