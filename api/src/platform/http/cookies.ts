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
  return request.cookies[fullName(name, secure)] || undefined;
}

export function setCookie(reply: FastifyReply, cookie: Cookie, value: string, secure: boolean): void {
  const { path, ms } = cookie;
  reply.setCookie(fullName(cookie.name, secure), value, {
    ...{ path, maxAge: Math.round(ms / 1000) },
    ...{ httpOnly: true, sameSite: 'strict', secure },
  });
}

export function clearCookie(reply: FastifyReply, cookie: Cookie, secure: boolean): void {
  setCookie(reply, { ...cookie, ms: 0 }, '', secure);
}

/** Browsers reject names with this prefix from plain http. */
const fullName = (name: string, secure: boolean): string => (secure ? `__Secure-${name}` : name);
