import { apiSettings } from '../api/api-settings.ts';

/** Data as JSON text. */
type JsonText<Data> = string & { readonly of?: Data };

/** Data of a loader as a document or a navigation has it; `readData` reads both. */
export type DocumentData<Data> = Data | JsonText<Data>;

/** The texts of pages with their data, so that a page has the same data whenever it is rendered. */
const known = new Map<string, unknown>();
/** How many texts a server remembers; a browser reads those of its document. */
const maxKnown = 32;

/**
 * Large data in a document: the router encodes a value as JSON text with fewer bytes than as objects (12 % of a
 * category page), and a browser reads it faster. A navigation gets the objects, as tabs of an earlier version expect.
 */
export function documentData<Data extends object>(data: Data): DocumentData<Data> {
  if (!apiSettings().isDocument) return data;
  const text = JSON.stringify(data);
  known.delete(text);
  known.set(text, data);
  for (const old of [...known.keys()].slice(0, -maxKnown)) known.delete(old);
  return text;
}

/** Returns the data of a loader. */
export function readData<Data>(data: DocumentData<Data>): Data {
  // Only `documentData` makes a string.
  if (typeof data !== 'string') return data as Data;
  if (!known.has(data)) known.set(data, JSON.parse(data));
  // `documentData` made the text of data of this type.
  return known.get(data) as Data;
}
