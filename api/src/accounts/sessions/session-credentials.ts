import { login, refreshToken } from '@fynbos/core/accounts/contract.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Cookie, clearCookie, findCookie, setCookie } from '../../platform/http/cookies.ts';
import { checkOwnOrigin, isSecure, type OwnOrigins } from '../../platform/http/same-origin.ts';
import { deviceMs, idleMs } from '../customers/token-lifetimes.ts';

const refreshCookie: Cookie = { name: 'fynbos-refresh', path: refreshToken.path, ms: idleMs };
const deviceCookie: Cookie = { name: 'fynbos-device', path: login.path, ms: deviceMs };

/**
 * Carries the refresh token: for the shop's own pages (`X-ClientId: web`) in a cookie that no script can
 * read and no other site can send, for other clients in the body (spec D42).
 * @param publicUrl the shop's address as visitors type it; default: the address that was called
 * @param ownOrigins the origins of the shop's pages
 * @param ending cookies of other nouns that end with the login
 */
export class Credentials {
  readonly #publicUrl: string | undefined;
  readonly #ownOrigins: OwnOrigins;
  readonly #ending: readonly Cookie[];

  constructor(publicUrl: string | undefined, ownOrigins: OwnOrigins, ending: readonly Cookie[]) {
    this.#publicUrl = publicUrl;
    this.#ownOrigins = ownOrigins;
    this.#ending = ending;
  }

  /**
   * Whether the caller is one of the shop's own pages.
   * @throws Problem foreign_origin when the header claims so from another origin
   */
  isWeb(request: FastifyRequest): boolean {
    if (request.headers['x-clientid'] !== 'web') return false;
    checkOwnOrigin(request, this.#ownOrigins);
    return true;
  }

  /**
   * Returns the refresh token of the cookie.
   * @throws Problem foreign_origin when a page of another site sends it
   */
  findRefreshCookie(request: FastifyRequest): string | undefined {
    const token = findCookie(request, refreshCookie, this.#isSecure(request));
    if (token) checkOwnOrigin(request, this.#ownOrigins);
    return token;
  }

  findDeviceToken(request: FastifyRequest): string | undefined {
    return findCookie(request, deviceCookie, this.#isSecure(request));
  }

  setRefreshToken(request: FastifyRequest, reply: FastifyReply, token: string): void {
    setCookie(reply, refreshCookie, token, this.#isSecure(request));
  }

  setDeviceToken(request: FastifyRequest, reply: FastifyReply, deviceToken: string): void {
    setCookie(reply, deviceCookie, deviceToken, this.#isSecure(request));
  }

  forgetRefreshToken(request: FastifyRequest, reply: FastifyReply): void {
    clearCookie(reply, refreshCookie, this.#isSecure(request));
  }

  /** Clears the cookies of the customer; the device cookie stays. */
  forgetAll(request: FastifyRequest, reply: FastifyReply): void {
    this.forgetRefreshToken(request, reply);
    for (const cookie of this.#ending) clearCookie(reply, cookie, this.#isSecure(request));
  }

  #isSecure(request: FastifyRequest): boolean {
    return isSecure(request, this.#publicUrl);
  }
}
