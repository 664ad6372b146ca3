/** The short keys of `response_format=compact` (wire contract 1.5). */
const shortKeys: Record<string, string> = {
  price: 'p',
  price_incl_tax: 'pit',
  price_tax: 'pt',
  special_price: 'sp',
  special_price_incl_tax: 'spit',
  special_price_tax: 'spt',
  final_price: 'fp',
  final_price_incl_tax: 'fpit',
  final_price_tax: 'fpt',
  original_price: 'op',
  original_price_incl_tax: 'opit',
  original_price_tax: 'opt',
  original_final_price: 'ofp',
  original_special_price: 'osp',
  minimal_price: 'mp',
  minimal_regular_price: 'mrp',
  name: 'nm',
  image: 'i',
  small_image: 'si',
  thumbnail: 't',
  status: 's',
  url_key: 'u',
  tax_class_id: 'tci',
  description: 'desc',
  has_options: 'ho',
  required_options: 'ro',
};

/** Shortens the keys of a document and of its children; drops no field of a child (spec D2). */
export function compact(document: Record<string, unknown>): Record<string, unknown> {
  const compacted: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(document)) {
    compacted[shortKeys[key] ?? key] =
      key === 'configurable_children' ? (value as Record<string, unknown>[]).map(compact) : value;
  }
  return compacted;
}
