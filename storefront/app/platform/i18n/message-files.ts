/**
 * Parts of the messages that browsers load together, as one file for each language: a request costs more
 * than the texts of a part. Every other part is a file of its own.
 */
const files: Readonly<Record<string, readonly string[]>> = {
  // The first interaction with a page of the shop.
  visit: ['cart', 'content', 'delivery', 'food', 'lists', 'menu', 'network', 'reviews'],
  forms: ['account', 'problem', 'waiting'],
};

/** The name of the file that has a part. */
export const messageFileOf = (part: string): string =>
  Object.keys(files).find((file) => files[file]!.includes(part)) ?? part;

export const partsOfFile = (file: string): readonly string[] => files[file] ?? [file];
