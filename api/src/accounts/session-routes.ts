import { endSession, listSessions, login, logout, refreshToken } from '@fynbos/core/accounts/contract.ts';
import { Problem } from '@fynbos/core/problem.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { route, WithMeta } from '../route.ts';
import type { Accounts } from './accounts.ts';
import { type Actors, findToken } from './actor.ts';
import type { Credentials } from './credentials.ts';
import { deviceName } from './device.ts';
import { logIn } from './login-service.ts';
import {
  endOneSession,
  listSessions as listSessionsOf,
  logOut,
  refreshSession,
  type Tokens,
} from './session-service.ts';
import { accessTokenMs } from './session-times.ts';

/** Login, refresh, logout, and where a customer is logged in (accounts 4.1, 4.3; docs/decisions/010-sessions.md). */
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
    credentials.keepRefreshToken(request, reply, tokens.refreshToken);
    return new WithMeta(tokens.accessToken, meta);
  };

  route(app, login, async ({ body, request, reply }) => {
    const web = credentials.isWeb(request);
    const { deviceMark, ...tokens } = await logIn(accounts, body, {
      ip: request.ip,
      device: deviceName(request.headers['user-agent']),
      deviceMark: credentials.findDeviceMark(request),
    });
    if (web) credentials.keepDeviceMark(request, reply, deviceMark);
    return give(request, reply, tokens, web);
  });

  route(app, refreshToken, async ({ body, request, reply }) => {
    const kept = body.refreshToken ? undefined : credentials.findRefreshCookie(request);
    const token = body.refreshToken ?? kept;
    if (!token) throw new Problem('token_refused');
    const tokens = await refreshSession(accounts, token).catch((refusal: unknown) => {
      if (kept) credentials.forgetRefreshToken(request, reply);
      throw refusal;
    });
    // What came in a cookie goes back in one: no script of the page ever gets to see it.
    return give(request, reply, tokens, kept !== undefined || credentials.isWeb(request));
  });

  route(app, logout, async ({ body, request, reply }) => {
    const kept = credentials.findRefreshCookie(request);
    const tokens = [body.refreshToken, kept, findToken(request, tokenInHeader)];
    await logOut(
      accounts,
      tokens.filter((token) => typeof token === 'string'),
    );
    if (kept) credentials.forgetAll(request, reply);
    return true;
  });

  route(app, listSessions, async ({ request }) => listSessionsOf(accounts, await actors.getActor(request)));

  route(app, endSession, async ({ params, request }) => {
    await endOneSession(accounts, await actors.getActor(request), params.id);
    return true;
  });
}
