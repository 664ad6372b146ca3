/**
 * What a picture is encoded as. `plain` is for clients that name neither AVIF nor WebP: a JPEG, or a PNG
 * where the picture is see-through, which only making it shows.
 */
export type Format = 'avif' | 'webp' | 'plain';

/**
 * The best format a client says it reads, by its `Accept` header. A wildcard proves nothing: every browser
 * that reads AVIF or WebP names it, so only a name with a quality above 0 counts; equal ones go to AVIF.
 */
export function formatFor(accept: string | undefined): Format {
  const named = new Map((accept ?? '').split(',').map(mediaRange));
  const avif = named.get('image/avif') ?? 0;
  const webp = named.get('image/webp') ?? 0;
  if (avif > 0 && avif >= webp) return 'avif';
  return webp > 0 ? 'webp' : 'plain';
}

/** `image/webp;q=0.8` as its type and quality; a quality that is no number counts as 1. */
function mediaRange(range: string): [string, number] {
  const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
  const quality = parameters.find((parameter) => parameter.startsWith('q='));
  const q = quality === undefined ? 1 : Number(quality.slice(2));
  return [type, Number.isFinite(q) ? q : 1];
}

/** The media type of a picture we made, read from its first bytes. */
export function mediaTypeOf(picture: Buffer): string {
  if (picture[0] === 0xff) return 'image/jpeg';
  if (picture[0] === 0x89) return 'image/png';
  return picture.toString('latin1', 0, 4) === 'RIFF' ? 'image/webp' : 'image/avif';
}
