import { createHash } from 'node:crypto';
import { noOutsideOrigins, type OutsideOrigins } from './third-party-origins.ts';

/**
 * Hashes the inline scripts that carry our nonce, then removes the nonce, so that the document may be
 * cached and sent to many visitors; a nonce would not allow that. An injected script has no nonce, gets no
 * hash, and does not run.
 */
export function sealScripts(html: Buffer, nonce: string): { html: Buffer; hashes: string[] } {
  const attribute = Buffer.from(` nonce="${nonce}"`);
  const hashes = new Set<string>();
  const parts: Buffer[] = [];
  let end = 0;
  for (let at = html.indexOf(attribute); at >= 0; at = html.indexOf(attribute, end)) {
    parts.push(html.subarray(end, at));
    end = at + attribute.length;
    const text = inlineScriptAround(html, at);
    if (text) hashes.add(`'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  }
  return { html: Buffer.concat([...parts, html.subarray(end)]), hashes: [...hashes] };
}

/** The text of the inline script whose start tag is at this place; undefined for any other tag. */
function inlineScriptAround(html: Buffer, at: number): Buffer | undefined {
  const tagEnd = html.indexOf('>', at);
  const tag = html.toString('latin1', html.lastIndexOf('<', at), tagEnd);
  if (!/^<script\s/.test(tag) || /\ssrc=/.test(tag)) return undefined;
  const textEnd = html.indexOf('</script>', tagEnd);
  return textEnd < 0 ? undefined : html.subarray(tagEnd + 1, textEnd);
}

/** The origins beside the shop that a document may use; empty if there is none. */
export interface Others {
  api: string;
  /** The card provider, only in the document that shows its fields. */
  card: string;
  /**
   * Tag manager and chat, if the operator configured them; never in a document whose address is a secret,
   * or that accepts cards.
   */
  outside?: OutsideOrigins;
  /** Whether the document may contain inline styles; only during development. */
  inlineStyles?: boolean | undefined;
}

/**
 * The content security policy of one document: only these origins and only these inline scripts. The card
 * page shows the page of the shopper's bank in a frame, or redirects to it with a form (3-D Secure). Banks
 * host those pages on hosts that cannot be listed, so only the card document allows frames of and forms to
 * any host with TLS.
 */
export function contentSecurityPolicy(
  hashes: readonly string[],
  { api, card, outside = noOutsideOrigins, inlineStyles = false }: Others,
): string {
  const { tags, measured, chat } = outside;
  const rule = (name: string, ...from: readonly string[]) => [name, ...from].filter(Boolean).join(' ');
  const chatOnly = (name: string, ...sources: readonly string[]) =>
    chat.length > 0 ? [rule(name, "'self'", ...sources, ...chat)] : [];
  return [
    "default-src 'self'",
    rule('script-src', "'self'", card, tags, ...chat, ...hashes),
    // The chat writes styles into the page and has no alternative.
    rule('style-src', "'self'", card, ...chat, chat.length > 0 || inlineStyles ? "'unsafe-inline'" : ''),
    rule('img-src', "'self'", 'data:', api, card, tags, ...measured, ...chat),
    rule('connect-src', "'self'", api, card, tags, ...measured, ...chat),
    ...(card ? [rule('frame-src', 'https:', card)] : chatOnly('frame-src')),
    ...chatOnly('font-src', 'data:'),
    ...chatOnly('media-src'),
    "object-src 'none'",
    "base-uri 'none'",
    rule('form-action', "'self'", ...(card ? ['https:', card] : [])),
    "frame-ancestors 'none'",
  ].join('; ');
}

/**
 * The policy of a file of the build. A worker uses the policy of its own script and calls the API and other
 * origins like its page, so this policy restricts neither.
 */
export const fileSecurityPolicy = "frame-ancestors 'none'";
