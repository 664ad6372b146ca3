/**
 * Encoding of a picture. `plain` is for clients that name neither AVIF nor WebP: a JPEG, or a PNG when the
 * picture is transparent, which is known only after rendering.
 */
export type Format = 'avif' | 'webp' | 'plain';

/**
 * The best format for an `Accept` header. Browsers that read AVIF or WebP name them, so wildcards are
 * ignored and only names with a quality above 0 count. On a tie, AVIF wins.
 */
export function formatFor(accept: string | undefined): Format {
  const named = new Map((accept ?? '').split(',').map(mediaRange));
  const avif = named.get('image/avif') ?? 0;
  const webp = named.get('image/webp') ?? 0;
  if (avif > 0 && avif >= webp) return 'avif';
  return webp > 0 ? 'webp' : 'plain';
}

/** Parses `image/webp;q=0.8` into type and quality; an invalid quality counts as 1. */
function mediaRange(range: string): [string, number] {
  const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
  const quality = parameters.find((parameter) => parameter.startsWith('q='));
  const q = quality === undefined ? 1 : Number(quality.slice(2));
  return [type, Number.isFinite(q) ? q : 1];
}

/** The media type of a rendered picture, read from its first bytes. */
export function mediaTypeOf(picture: Buffer): string {
  if (picture[0] === 0xff) return 'image/jpeg';
  if (picture[0] === 0x89) return 'image/png';
  return picture.toString('latin1', 0, 4) === 'RIFF' ? 'image/webp' : 'image/avif';
}
