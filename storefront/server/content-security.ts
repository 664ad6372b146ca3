import { createHash } from 'node:crypto';
import { nobody, type OutsideOrigins } from './outside.ts';

const script = /<script\b([^>]*)>([\s\S]*?)<\/script>/g;

/**
 * Hashes the inline scripts that carry our mark, then takes the mark out, so that the document may
 * be kept and sent to many: a nonce could not. A script that slipped into the page from elsewhere
 * has no mark, gets no hash, and does not run.
 */
export function sealScripts(html: string, mark: string): { html: string; hashes: string[] } {
  const attribute = ` nonce="${mark}"`;
  const hashes = new Set<string>();
  for (const [, attributes = '', text = ''] of html.matchAll(script)) {
    if (!attributes.includes(attribute) || /\ssrc=/.test(attributes)) continue;
    hashes.add(`'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  }
  return { html: html.replaceAll(attribute, ''), hashes: [...hashes] };
}

/** Who besides the shop has a say in a document: origins, empty where there is none. */
export interface Others {
  api: string;
  /** The card provider, in the one document that shows its fields. */
  card: string;
  /** Tag manager and chat, where the operator has them; in no document whose address is a secret, or that takes cards. */
  outside?: OutsideOrigins;
}

/**
 * The content security policy of one document: nothing from elsewhere but these, no inline script but these. The card
 * page shows the page of the shopper's bank in a frame, or goes there with a form (3-D Secure). Banks run those pages on
 * hosts that nobody can list, so the card's document alone lets any host that has TLS be framed and be sent a form.
 */
export function contentSecurityPolicy(
  hashes: readonly string[],
  { api, card, outside = nobody }: Others,
): string {
  const { tags, measured, chat } = outside;
  const rule = (name: string, ...from: readonly string[]) => [name, ...from].filter(Boolean).join(' ');
  const chatOnly = (name: string, ...own: readonly string[]) =>
    chat.length > 0 ? [rule(name, "'self'", ...own, ...chat)] : [];
  return [
    "default-src 'self'",
    rule('script-src', "'self'", card, tags, ...chat, ...hashes),
    // The chat writes styles into the page, and knows no other way.
    rule('style-src', "'self'", card, ...chat, chat.length > 0 ? "'unsafe-inline'" : ''),
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
 * The policy of a file of the build. Workers live by that of their own script, and ask the API and other origins as the page
 * does that started them: nothing is narrowed for them here.
 */
export const fileSecurityPolicy = "frame-ancestors 'none'";
