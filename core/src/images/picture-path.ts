const maxPathLength = 1000;

/**
 * The path of a picture below the media folder, without slashes at its ends and with single ones between. A backslash,
 * as Windows writes it, is a slash.
 */
export function plainPath(path: string): string {
  return path.split(/[/\\]/).filter(Boolean).join('/');
}

/** Whether a plain path can name a picture. Rejects parent folders, hidden files and paths of other file systems. */
export function isPicturePath(path: string): boolean {
  if (path.length === 0 || path.length > maxPathLength || !path.isWellFormed()) return false;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  if (/[\u0000-\u001f\u007f\\:]/.test(path)) return false;
  return path.split('/').every((part) => part !== '' && !part.startsWith('.'));
}
