import { login, refreshToken } from '@fynbos/core/accounts/contract.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { checkOwnOrigin, isSecure, type OwnOrigins } from '../own-origin.ts';
import { type Cookie, clearCookie, findCookie, setCookie } from './cookies.ts';
import { deviceMs, idleMs } from './session-times.ts';

const refreshCookie: Cookie = { name: 'fynbos-refresh', path: refreshToken.path, ms: idleMs };
const deviceCookie: Cookie = { name: 'fynbos-device', path: login.path, ms: deviceMs };

/**
 * How a client carries its refresh token: the shop's own pages (`X-ClientId: web`) in a cookie that no script can
 * read and no other page can have sent, other clients in their bodies (decision 42).
 *
 * @param publicUrl the shop's address as visitors type it; without it the one that was called
 * @param own where its pages come from
 * @param ending the cookies of others that end with the login
 */
export class Credentials {
  readonly #publicUrl: string | undefined;
  readonly #own: OwnOrigins;
  readonly #ending: readonly Cookie[];

  constructor(publicUrl: string | undefined, own: OwnOrigins, ending: readonly Cookie[]) {
    this.#publicUrl = publicUrl;
    this.#own = own;
    this.#ending = ending;
  }

  /** Whether the caller is one of the shop's own pages. @throws Problem foreign_origin for who only says so */
  isWeb(request: FastifyRequest): boolean {
    if (request.headers['x-clientid'] !== 'web') return false;
    checkOwnOrigin(request, this.#own);
    return true;
  }

  /** The refresh token of the cookie. @throws Problem foreign_origin when a page of somebody else has it sent */
  findRefreshCookie(request: FastifyRequest): string | undefined {
    const token = findCookie(request, refreshCookie, this.#isSecure(request));
    if (token) checkOwnOrigin(request, this.#own);
    return token;
  }

  findDeviceMark(request: FastifyRequest): string | undefined {
    return findCookie(request, deviceCookie, this.#isSecure(request));
  }

  keepRefreshToken(request: FastifyRequest, reply: FastifyReply, token: string): void {
    setCookie(reply, refreshCookie, token, this.#isSecure(request));
  }

  keepDeviceMark(request: FastifyRequest, reply: FastifyReply, mark: string): void {
    setCookie(reply, deviceCookie, mark, this.#isSecure(request));
  }

  forgetRefreshToken(request: FastifyRequest, reply: FastifyReply): void {
    clearCookie(reply, refreshCookie, this.#isSecure(request));
  }

  /** Ends what a browser shows of its customer; that it once logged in here stays known. */
  forgetAll(request: FastifyRequest, reply: FastifyReply): void {
    this.forgetRefreshToken(request, reply);
    for (const cookie of this.#ending) clearCookie(reply, cookie, this.#isSecure(request));
  }

  #isSecure(request: FastifyRequest): boolean {
    return isSecure(request, this.#publicUrl);
  }
}
