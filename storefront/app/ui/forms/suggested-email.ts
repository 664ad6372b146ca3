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

/** Domains that resemble a common one and are none of its typing errors. */
const similar = new Set(['mail.com', 'email.com', 'ymail.com']);

/** A domain as short as `live.com` resembles too many others at a distance of two. */
const minLengthForTwo = 9;

/** Returns the address with the common domain that was probably meant; undefined when there is none. */
export function suggestedEmail(typed: string): string | undefined {
  const [, name, domain = ''] = /^([^@\s]+)@([^@\s]+)$/.exec(typed.trim().toLowerCase()) ?? [];
  if (!name || common.includes(domain) || similar.has(domain)) return undefined;
  const [nearest] = common
    .map((meant) => ({ meant, distance: editDistance(domain, meant) }))
    .filter(({ meant, distance }) => distance <= (meant.length < minLengthForTwo ? 1 : 2))
    .toSorted((a, b) => a.distance - b.distance);
  // The name stays as it was typed.
  return nearest && `${typed.trim().slice(0, name.length)}@${nearest.meant}`;
}

/** How many letters were added, left out, replaced, or swapped with the next one. */
function editDistance(from: string, to: string): number {
  const rows: number[][] = [];
  const distance = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 0; row <= from.length; row++) {
    const cells: number[] = [];
    rows.push(cells);
    for (let column = 0; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      const smallest = Math.min(
        distance(row - 1, column) + 1,
        distance(row, column - 1) + 1,
        distance(row - 1, column - 1) + (isSame ? 0 : 1),
        isSwapped ? distance(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
      cells.push(row + column === 0 ? 0 : smallest);
    }
  }
  return distance(from.length, to.length);
}
