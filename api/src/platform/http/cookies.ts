import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * A cookie of the shop: HttpOnly, SameSite=Strict, for one path. On https it is `Secure` and has the
 * `__Secure-` prefix.
 */
export interface Cookie {
  name: string;
  path: string;
  /** Lifetime in the browser. */
  ms: number;
}

/** Returns the value of a cookie; undefined when missing or empty. */
export function findCookie(request: FastifyRequest, { name }: Cookie, secure: boolean): string | undefined {
  const expectedName = fullName(name, secure);
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [key, ...value] = pair.split('=');
    if (key?.trim() === expectedName) return value.join('=').trim() || undefined;
  }
  return undefined;
}

export function setCookie(reply: FastifyReply, cookie: Cookie, value: string, secure: boolean): void {
  reply.header('set-cookie', writeCookie(cookie, value, Math.round(cookie.ms / 1000), secure));
}

export function clearCookie(reply: FastifyReply, cookie: Cookie, secure: boolean): void {
  reply.header('set-cookie', writeCookie(cookie, '', 0, secure));
}

function writeCookie({ name, path }: Cookie, value: string, seconds: number, secure: boolean): string {
  const attributes = `Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
  return `${fullName(name, secure)}=${value}; ${attributes}`;
}

/** Browsers reject names with this prefix from plain http. */
const fullName = (name: string, secure: boolean): string => (secure ? `__Secure-${name}` : name);
