import { endSession, listSessions, login, logout, refreshToken } from '@fynbos/core/accounts/contract.ts';
import { Problem } from '@fynbos/core/problem.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Actors } from '../../context.ts';
import { route, WithMeta } from '../../route.ts';
import type { Accounts } from '../customers/account-context.ts';
import { accessTokenMs } from '../customers/token-lifetimes.ts';
import { findToken } from './actor.ts';
import { deviceName } from './device-name.ts';
import { logIn } from './login-service.ts';
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
  actors: Actors,
  credentials: Credentials,
  tokenInHeader: boolean,
): void {
  const give = (request: FastifyRequest, reply: FastifyReply, tokens: Tokens, inCookie: boolean) => {
    const meta = { expiresIn: accessTokenMs / 1000 };
    if (!inCookie) return new WithMeta(tokens.accessToken, { ...meta, refreshToken: tokens.refreshToken });
    credentials.setRefreshToken(request, reply, tokens.refreshToken);
    return new WithMeta(tokens.accessToken, meta);
  };

  route(app, login, async ({ body, request, reply }) => {
    const web = credentials.isWeb(request);
    const { deviceToken, ...tokens } = await logIn(accounts, body, {
      ip: request.ip,
      device: deviceName(request.headers['user-agent']),
      deviceToken: credentials.findDeviceToken(request),
    });
    if (web) credentials.setDeviceToken(request, reply, deviceToken);
    return give(request, reply, tokens, web);
  });

  route(app, refreshToken, async ({ body, request, reply }) => {
    const cookieToken = body.refreshToken ? undefined : credentials.findRefreshCookie(request);
    const token = body.refreshToken ?? cookieToken;
    if (!token) throw new Problem('token_refused');
    const tokens = await refreshSession(accounts, token).catch((refusal: unknown) => {
      if (cookieToken) credentials.forgetRefreshToken(request, reply);
      throw refusal;
    });
    // A token from a cookie is returned in a cookie: no script of the page can read it.
    return give(request, reply, tokens, cookieToken !== undefined || credentials.isWeb(request));
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
