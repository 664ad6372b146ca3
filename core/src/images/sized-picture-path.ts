import type { imageSizes } from '../shop.ts';
import { image } from './contract.ts';
import { skusDrawnAt } from './drawn-image.ts';
import { isPicturePath, plainPath } from './picture-path.ts';

export type ImageSize = (typeof imageSizes)[number];

/**
 * The path of a picture in one of the allowed sizes. A product without a picture, or with a reference that cannot
 * name one, gets the placeholder (CAT-10). `resize` fits the whole picture into the size, `fit` fills the size and crops.
 */
export function picturePath(
  [width, height]: ImageSize,
  file: string | undefined,
  action: 'resize' | 'fit' = 'resize',
): string {
  const source = file && showsPicture(file) ? encodePath(plainPath(file)) : '/placeholder';
  return image.path
    .replace('{width}', String(width))
    .replace('{height}', String(height))
    .replace('{action}', action)
    .replace('/*', () => source);
}

const showsPicture = (file: string): boolean =>
  file !== 'no_selection' && (skusDrawnAt(file).length > 0 || isPicturePath(plainPath(file)));

/** Encodes each segment of a path. */
export function encodePath(path: string): string {
  return `/${path.replace(/^\/+/, '').split('/').map(encodeURIComponent).join('/')}`;
}
