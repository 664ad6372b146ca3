import type { FastifyReply, FastifyRequest } from 'fastify';

/** A cookie of ours: HttpOnly, SameSite=Strict, for one path; `Secure` and so named where the shop is on https. */
export interface Cookie {
  name: string;
  path: string;
  /** How long a browser keeps it. */
  ms: number;
}

/** What a browser sent for a cookie; undefined when it did not, or sent nothing. */
export function findCookie(request: FastifyRequest, { name }: Cookie, secure: boolean): string | undefined {
  const wanted = fullName(name, secure);
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [key, ...value] = pair.split('=');
    if (key?.trim() === wanted) return value.join('=').trim() || undefined;
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

/** Browsers let nobody on plain http set a name that begins so. */
const fullName = (name: string, secure: boolean): string => (secure ? `__Secure-${name}` : name);
