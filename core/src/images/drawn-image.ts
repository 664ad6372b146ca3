const folder = '/drawn/';

/** Returns the path of a product's drawn image, as stored in `image`: `/drawn/FRU-APPLE.svg`. */
export function drawnImage(sku: string): string {
  return `${folder}${encodeURIComponent(sku)}.svg`;
}

/**
 * Returns the skus that an image path may mean; none when it is not a drawn image. Some clients encode the
 * path once more, so it is tried both as it is and decoded.
 */
export function skusDrawnAt(path: string): string[] {
  const sku = /^\/*drawn\/(.+)\.svg$/s.exec(path)?.[1];
  if (sku === undefined) return [];
  return [...new Set([decoded(sku), sku])];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
