const folder = '/drawn/';

/** Where the drawn picture of a product is asked for, as `image` in its document: `/drawn/FRU-APPLE.svg`. */
export function drawnImage(sku: string): string {
  return `${folder}${encodeURIComponent(sku)}.svg`;
}

/**
 * The skus a picture's path may mean; none when it is no drawn picture. Some clients encode the path they are
 * given once more and some do not, so what arrives is tried as it is and decoded.
 */
export function skusDrawnAt(path: string): string[] {
  const match = /^\/*drawn\/(.+)\.svg$/s.exec(path);
  if (!match) return [];
  const sku = match[1]!;
  return [...new Set([decoded(sku), sku])];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
