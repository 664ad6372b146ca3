import { endSession, listSessions, login, logout, refreshToken } from '@fynbos/core/accounts/contract.ts';
import { Problem } from '@fynbos/core/problem.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Actors } from '../../context.ts';
import { route, WithMeta } from '../../route.ts';
import type { Accounts } from '../customers/account-context.ts';
import { accessTokenMs } from '../customers/token-lifetimes.ts';
import { findToken } from './actor.ts';
import { loginCustomer } from './login-service.ts';
import type { Credentials } from './session-credentials.ts';
import {
  endOneSession,
  listSessions as listSessionsOf,
  logOut,
  refreshSession,
  type Tokens,
} from './session-service.ts';

/** Login, refresh, logout and the list of sessions (spec accounts 4.1, 4.3; ADR-010). */
export function sessionRoutes(
  app: FastifyInstance,
  accounts: Accounts,
  {
    actors,
    credentials,
    tokenInHeader,
  }: { actors: Actors; credentials: Credentials; tokenInHeader: boolean },
): void {
  const give = (request: FastifyRequest, reply: FastifyReply, tokens: Tokens, inCookie: boolean) => {
    const meta = { expiresIn: accessTokenMs / 1000 };
    if (!inCookie) return new WithMeta(tokens.accessToken, { ...meta, refreshToken: tokens.refreshToken });
    credentials.setRefreshToken(request, reply, tokens.refreshToken);
    return new WithMeta(tokens.accessToken, meta);
  };

  route(app, login, async ({ body, request, reply }) => {
    const web = credentials.isWeb(request);
    const { deviceToken, ...tokens } = await loginCustomer(accounts, body, {
      ip: request.ip,
      device: deviceName(request.headers['user-agent']),
      rotates: web,
      deviceToken: credentials.findDeviceToken(request),
      accessToken: findToken(request, tokenInHeader),
    });
    if (web) credentials.setDeviceToken(request, reply, deviceToken);
    return give(request, reply, tokens, web);
  });

  route(app, refreshToken, async ({ body, request, reply }) => {
    const cookieToken = body.refreshToken ? undefined : credentials.findRefreshCookie(request);
    const token = body.refreshToken ?? cookieToken;
    if (!token) throw new Problem('token_refused');
    // A token from a cookie is returned in a cookie: no script of the page can read it.
    const inCookie = cookieToken !== undefined || credentials.isWeb(request);
    const tokens = await refreshSession(accounts, token, inCookie).catch((refusal: unknown) => {
      const isRefused = refusal instanceof Problem && refusal.code === 'token_refused';
      if (cookieToken && isRefused) credentials.forgetRefreshToken(request, reply);
      throw refusal;
    });
    return give(request, reply, tokens, inCookie);
  });

  route(app, logout, async ({ body, request, reply }) => {
    const cookieToken = credentials.findRefreshCookie(request);
    const tokens = [body.refreshToken, cookieToken, findToken(request, tokenInHeader)];
    await logOut(
      accounts,
      tokens.filter((token) => typeof token === 'string'),
    );
    if (cookieToken) credentials.forgetAll(request, reply);
    return true;
  });

  route(app, listSessions, async ({ request }) => listSessionsOf(accounts, await actors.getActor(request)));

  route(app, endSession, async ({ params, request }) => {
    await endOneSession(accounts, await actors.getActor(request), params.id);
    return true;
  });
}

/** Names browser and system of a user agent, without versions: `Firefox on Windows`. */
function deviceName(userAgent: string | undefined): string {
  const browser = nameIn(browsers, userAgent ?? '');
  const system = nameIn(systems, userAgent ?? '');
  return [browser, system].filter(Boolean).join(' on ');
}

// The first match wins: most browsers also claim to be others.
const browsers: [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(iPhone|iPad)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

function nameIn(table: [RegExp, string][], text: string): string | undefined {
  return table.find(([pattern]) => pattern.test(text))?.[1];
}
