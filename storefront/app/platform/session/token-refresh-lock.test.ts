import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiProblem } from '../api/api-problem.ts';
import { lockRetry, maxRefreshAttempts, RefreshLock } from './token-refresh-lock.ts';

/** A session whose server accepts one token at a time, with a record of renewals and losses. */
function openSession(of: { validToken?: string; automatic?: boolean } = {}) {
  const seen = { renewed: 0, lost: [] as string[], valueWhenLost: undefined as number | undefined };
  let validToken = of.validToken ?? 'token-0';
  const server = { renew: async () => `token-${seen.renewed}` };
  const lock: RefreshLock = new RefreshLock({
    renew: () => {
      seen.renewed += 1;
      return server.renew();
    },
    automatic: () => of.automatic ?? true,
    lost: (why) => {
      seen.lost.push(why);
      seen.valueWhenLost = lock.value;
    },
  });
  lock.begin('token-0');
  const call = async (token: string) => {
    if (token !== validToken) throw new ApiProblem('not_logged_in');
    return `for ${token}`;
  };
  const expire = (next: string) => {
    validToken = next;
  };
  return { lock, seen, call, server, expire };
}

const refused = { code: 'token_refused', status: 401 };

describe('RefreshLock (ACC-3, spec accounts 4.3, spec D25)', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('the refresh lock is 0 while the token is valid', async () => {
    const { lock, seen, call } = openSession();
    expect([await lock.send(call), lock.value, seen.renewed]).toEqual(['for token-0', 0, 0]);
  });

  test('the refresh lock is 1 during a renewal and 0 after it, and the call is retried with the new token', async () => {
    const { lock, call, expire, server } = openSession();
    expire('token-1');
    const renewal = Promise.withResolvers<string>();
    server.renew = () => renewal.promise;
    const calling = lock.send(call);
    await vi.advanceTimersByTimeAsync(0);
    expect([lock.value, lock.attempts]).toEqual([1, 1]);
    renewal.resolve('token-1');
    expect([await calling, lock.value, lock.attempts]).toEqual(['for token-1', 0, 0]);
  });

  test('settled waits for the calls in flight, also those that fail, but no longer than its limit', async () => {
    const { lock } = openSession();
    const [sent, failing, stuck] = Array.from({ length: 3 }, () => Promise.withResolvers<string>());
    const done = vi.fn();
    void lock.send(() => sent!.promise);
    const failed = lock.send(() => failing!.promise).catch(() => 'failed');
    await vi.advanceTimersByTimeAsync(0);
    const settling = lock.settled(2000).then(done);
    sent!.resolve('saved');
    await vi.advanceTimersByTimeAsync(10);
    expect(done).not.toHaveBeenCalled();
    failing!.reject(new ApiProblem('internal'));
    await settling;
    expect(await failed).toBe('failed');
    void lock.send(() => stuck!.promise);
    await vi.advanceTimersByTimeAsync(0);
    const late = lock.settled(2000).then(done);
    await vi.advanceTimersByTimeAsync(2000);
    await late;
    expect(done).toHaveBeenCalledTimes(2);
  });

  test('calls of the session that a login replaces wait, and are not sent with a token that the login ended', async () => {
    const { lock, seen, expire } = openSession();
    const sent: string[] = [];
    const call = async (token: string) => sent.push(token);
    const login = Promise.withResolvers<string>();
    const loggingIn = lock.replace(() => login.promise);
    const waiting = lock.send(call).catch((error: ApiProblem) => error.code);
    await vi.advanceTimersByTimeAsync(3 * lockRetry);
    expect([sent, lock.value]).toEqual([[], 1]);
    expire('token-1');
    login.resolve('token-1');
    await loggingIn;
    expect([await waiting, await lock.send(call)]).toEqual(['token_refused', 1]);
    expect([sent, seen.renewed, seen.lost]).toEqual([['token-1'], 0, []]);
  });

  test('calls go on in their session when a login fails', async () => {
    const { lock, call } = openSession();
    const login = Promise.withResolvers<string>();
    const loggingIn = lock.replace(() => login.promise).catch((error: ApiProblem) => error.code);
    const waiting = lock.send(call);
    await vi.advanceTimersByTimeAsync(0);
    login.reject(new ApiProblem('login_failed', { status: 401 }));
    expect([await loggingIn, await waiting, lock.value]).toEqual(['login_failed', 'for token-0', 0]);
  });

  test('200 calls with an expired token cause one refresh and no logout', async () => {
    const { lock, seen, call, expire } = openSession();
    expire('token-1');
    const responses = await Promise.all(Array.from({ length: 200 }, () => lock.send(call)));
    expect([new Set(responses), seen.renewed, seen.lost]).toEqual([new Set(['for token-1']), 1, []]);
  });

  test('waiting calls check the refresh lock again after a second', async () => {
    const { lock, call, expire, server } = openSession();
    expire('token-1');
    const renewal = Promise.withResolvers<string>();
    server.renew = () => renewal.promise;
    void lock.send(call);
    const waiting = lock.send(call);
    await vi.advanceTimersByTimeAsync(3 * lockRetry);
    expect(vi.getTimerCount()).toBe(1);
    renewal.resolve('token-1');
    expect(await waiting).toBe('for token-1');
  });

  test('calls that return one after another with the same old token cause one renewal', async () => {
    const { lock, seen, call, expire } = openSession();
    expire('token-1');
    const late = Promise.withResolvers<void>();
    const slow = lock.send(async (token) => {
      if (token === 'token-0') await late.promise;
      return call(token);
    });
    await lock.send(call);
    late.resolve();
    expect([await slow, seen.renewed]).toEqual(['for token-1', 1]);
  });

  test('the refresh lock fails at the fourth renewal without a successful call, and reports an internal failure', async () => {
    const { lock, seen, call, expire } = openSession();
    expire('none of them');
    await expect(lock.send(call)).rejects.toMatchObject(refused);
    expect([seen.renewed, seen.lost, seen.valueWhenLost]).toEqual([maxRefreshAttempts, ['internal'], -1]);
    expect([lock.value, lock.attempts, lock.token]).toEqual([0, 0, undefined]);
  });

  test('the refresh lock resumes a session once, also without automatic refresh', async () => {
    const renewals: string[] = [];
    const lost: string[] = [];
    const lock = new RefreshLock({
      renew: async () => `token-${renewals.push('renewed')}`,
      automatic: () => false,
      lost: (why) => void lost.push(why),
    });
    await lock.resume();
    await lock.resume();
    expect([lock.token, renewals.length, lost]).toEqual(['token-1', 1, []]);
    await expect(lock.send(() => Promise.reject(new ApiProblem('not_logged_in')))).rejects.toMatchObject(
      refused,
    );
    expect([renewals.length, lost]).toEqual([1, ['refused']]);
  });

  test('the refresh lock resets its attempts after each success', async () => {
    const { lock, seen, call, expire } = openSession();
    for (let time = 1; time <= 2 * maxRefreshAttempts; time++) {
      expire(`token-${time}`);
      await lock.send(call);
    }
    expect([seen.renewed, seen.lost]).toEqual([2 * maxRefreshAttempts, []]);
  });

  test('the refresh lock is -1 when the refresh is rejected: waiting calls end with 401, the customer is logged out, and guest calls continue', async () => {
    const { lock, seen, call, expire, server } = openSession();
    expire('token-9');
    server.renew = () => Promise.reject(new ApiProblem('token_refused'));
    const ends = await Promise.allSettled([lock.send(call), lock.send(call), lock.send(call)]);
    expect(ends.map((end) => end.status === 'rejected' && end.reason.message)).toEqual(
      Array(3).fill('Error refreshing user token. User is not authorized to access the resource'),
    );
    expect([seen.renewed, seen.lost, seen.valueWhenLost, lock.value]).toEqual([1, ['refused'], -1, 0]);
  });

  test('the refresh lock rejects a call that starts while it is -1', async () => {
    const leaving = Promise.withResolvers<void>();
    const lock = new RefreshLock({
      renew: () => Promise.reject(new ApiProblem('token_refused')),
      automatic: () => true,
      lost: () => leaving.promise,
    });
    lock.begin('old');
    const first = lock.send(() => Promise.reject(new ApiProblem('not_logged_in')));
    await vi.advanceTimersByTimeAsync(0);
    expect(lock.value).toBe(-1);
    await expect(lock.send(async () => 'never')).rejects.toMatchObject(refused);
    leaving.resolve();
    await expect(first).rejects.toMatchObject(refused);
    expect(lock.value).toBe(0);
  });

  test('the refresh lock rejects a call that returns after the session ended, whatever its result', async () => {
    const { lock, seen } = openSession();
    const response = Promise.withResolvers<string>();
    const calling = lock.send(() => response.promise);
    await vi.advanceTimersByTimeAsync(0);
    lock.end();
    lock.begin('token of another customer');
    response.resolve('data of the first customer');
    await expect(calling).rejects.toMatchObject(refused);
    expect(seen.renewed).toBe(0);
  });

  test('a waiting call is never sent with the token of the next customer', async () => {
    const { lock, call, expire, server } = openSession();
    expire('token-1');
    server.renew = () => new Promise(() => {});
    const sent: string[] = [];
    void lock.send(call).catch(() => {});
    await vi.advanceTimersByTimeAsync(0);
    const waiting = lock.send(async (token) => sent.push(token));
    lock.begin('token of another customer');
    await expect(waiting).rejects.toMatchObject(refused);
    expect(sent).toEqual([]);
  });

  test('with automatic refresh off, a 401 logs out at once', async () => {
    const { lock, seen, call, expire } = openSession({ automatic: false });
    expire('token-1');
    await expect(lock.send(call)).rejects.toMatchObject(refused);
    expect([seen.renewed, seen.lost]).toEqual([0, ['refused']]);
  });

  test('a network failure does not log the customer out: waiting calls fail with it and can be retried', async () => {
    const { lock, seen, call, expire, server } = openSession();
    expire('token-1');
    server.renew = () => Promise.reject(new ApiProblem('unreachable'));
    const ends = await Promise.allSettled([lock.send(call), lock.send(call)]);
    expect(ends.map((end) => end.status === 'rejected' && end.reason.code)).toEqual([
      'unreachable',
      'unreachable',
    ]);
    expect([seen.lost, lock.value, lock.attempts]).toEqual([[], 0, 0]);
    server.renew = async () => 'token-1';
    expect(await lock.send(call)).toBe('for token-1');
  });

  test.each([
    ['an unavailable database', 'unavailable', 503],
    ['a gateway that cannot reach the shop', 'bad_content_type', 502],
    ['a gateway time-out', 'bad_content_type', 504],
  ])('the refresh lock does not log out because of %s', async (_what, code, status) => {
    const { lock, seen, call, expire, server } = openSession();
    expire('token-1');
    server.renew = () => Promise.reject(new ApiProblem(code, { status }));
    await expect(lock.send(call)).rejects.toMatchObject({ code, status });
    expect([seen.lost, lock.value, lock.attempts]).toEqual([[], 0, 0]);
  });

  test('an unparseable refresh response is an internal failure', async () => {
    const { lock, seen, call, expire, server } = openSession();
    expire('token-1');
    server.renew = () => Promise.reject(new ApiProblem('wrong_format', { status: 500 }));
    await expect(lock.send(call)).rejects.toMatchObject(refused);
    expect(seen.lost).toEqual(['internal']);
  });

  test('the refresh lock passes other errors through unchanged', async () => {
    const { lock, seen } = openSession();
    const wrong = lock.send(() => Promise.reject(new ApiProblem('password_wrong', { status: 403 })));
    await expect(wrong).rejects.toMatchObject({ code: 'password_wrong', status: 403 });
    expect(seen.renewed).toBe(0);
  });

  test('the refresh lock adopts a token that another tab renewed', async () => {
    const { lock, seen, call, expire } = openSession();
    expire('token-1');
    lock.adoptToken('token-1');
    expect([await lock.send(call), seen.renewed]).toEqual(['for token-1', 0]);
  });

  test('the token of another tab counts until this tab has a newer one', () => {
    const { lock } = openSession();
    lock.adoptToken('token-1');
    expect(lock.adopted).toBe('token-1');
    lock.begin('token-2');
    expect(lock.adopted).toBeUndefined();
  });
});
