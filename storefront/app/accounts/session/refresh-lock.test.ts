import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiProblem } from '../../api-problem.ts';
import { lockRetry, mostAttempts, RefreshLock } from './refresh-lock.ts';

/** A session whose server takes one token at a time, and notes what happens to it. */
function openSession(of: { takes?: string; automatic?: boolean } = {}) {
  const seen = { renewed: 0, lost: [] as string[], valueWhenLost: undefined as number | undefined };
  let takes = of.takes ?? 'token-0';
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
    if (token !== takes) throw new ApiProblem('not_logged_in');
    return `for ${token}`;
  };
  const expire = (next: string) => {
    takes = next;
  };
  return { lock, seen, call, server, expire };
}

const refused = { code: 'token_refused', status: 401 };

describe('the refresh lock (ACC-3, accounts 4.3, decision 25)', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('is 0 and out of the way while the token holds', async () => {
    const { lock, seen, call } = openSession();
    expect([await lock.send(call), lock.value, seen.renewed]).toEqual(['for token-0', 0, 0]);
  });

  test('is 1 while the token is renewed, 0 after, and the call goes again with the new token', async () => {
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

  test('lets 200 calls with an expired token make one refresh and no logout', async () => {
    const { lock, seen, call, expire } = openSession();
    expire('token-1');
    const answers = await Promise.all(Array.from({ length: 200 }, () => lock.send(call)));
    expect([new Set(answers), seen.renewed, seen.lost]).toEqual([new Set(['for token-1']), 1, []]);
  });

  test('makes what waits look again after a second', async () => {
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

  test('renews once for calls that come back one after the other with the same old token', async () => {
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

  test('gives up at the fourth renewal that helped no call, and says it was an internal failure', async () => {
    const { lock, seen, call, expire } = openSession();
    expire('none of them');
    await expect(lock.send(call)).rejects.toMatchObject(refused);
    expect([seen.renewed, seen.lost, seen.valueWhenLost]).toEqual([mostAttempts, ['internal'], -1]);
    expect([lock.value, lock.attempts, lock.token]).toEqual([0, 0, undefined]);
  });

  test('counts anew after each success', async () => {
    const { lock, seen, call, expire } = openSession();
    for (let time = 1; time <= 2 * mostAttempts; time++) {
      expire(`token-${time}`);
      await lock.send(call);
    }
    expect([seen.renewed, seen.lost]).toEqual([2 * mostAttempts, []]);
  });

  test('is -1 when the refresh is refused: what waits ends with 401, the customer is out, guests go on', async () => {
    const { lock, seen, call, expire, server } = openSession();
    expire('token-9');
    server.renew = () => Promise.reject(new ApiProblem('token_refused'));
    const ends = await Promise.allSettled([lock.send(call), lock.send(call), lock.send(call)]);
    expect(ends.map((end) => end.status === 'rejected' && end.reason.message)).toEqual(
      Array(3).fill('Error refreshing user token. User is not authorized to access the resource'),
    );
    expect([seen.renewed, seen.lost, seen.valueWhenLost, lock.value]).toEqual([1, ['refused'], -1, 0]);
  });

  test('refuses a call that begins while it is -1', async () => {
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

  test('ends a call that comes back after the session did, whatever it brings', async () => {
    const { lock, seen } = openSession();
    const answer = Promise.withResolvers<string>();
    const calling = lock.send(() => answer.promise);
    await vi.advanceTimersByTimeAsync(0);
    lock.end();
    lock.begin('token of somebody else');
    answer.resolve('what belongs to the first customer');
    await expect(calling).rejects.toMatchObject(refused);
    expect(seen.renewed).toBe(0);
  });

  test('never sends a waiting call with the token of the next customer', async () => {
    const { lock, call, expire, server } = openSession();
    expire('token-1');
    server.renew = () => new Promise(() => {});
    const sent: string[] = [];
    void lock.send(call).catch(() => {});
    await vi.advanceTimersByTimeAsync(0);
    const waiting = lock.send(async (token) => sent.push(token));
    lock.begin('token of somebody else');
    await expect(waiting).rejects.toMatchObject(refused);
    expect(sent).toEqual([]);
  });

  test('with automatic refresh off, a 401 logs out at once', async () => {
    const { lock, seen, call, expire } = openSession({ automatic: false });
    expire('token-1');
    await expect(lock.send(call)).rejects.toMatchObject(refused);
    expect([seen.renewed, seen.lost]).toEqual([0, ['refused']]);
  });

  test('logs nobody out because the network is away: what waits hears that, and may try again', async () => {
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
    ['a shop that has no database just now', 'unavailable', 503],
    ['what stands before the shop and does not reach it', 'bad_content_type', 502],
    ['what stands before the shop and waited long enough', 'bad_content_type', 504],
  ])('logs nobody out because of %s', async (_what, code, status) => {
    const { lock, seen, call, expire, server } = openSession();
    expire('token-1');
    server.renew = () => Promise.reject(new ApiProblem(code, { status }));
    await expect(lock.send(call)).rejects.toMatchObject({ code, status });
    expect([seen.lost, lock.value, lock.attempts]).toEqual([[], 0, 0]);
  });

  test('an answer nobody can read is an internal failure', async () => {
    const { lock, seen, call, expire, server } = openSession();
    expire('token-1');
    server.renew = () => Promise.reject(new ApiProblem('wrong_format', { status: 500 }));
    await expect(lock.send(call)).rejects.toMatchObject(refused);
    expect(seen.lost).toEqual(['internal']);
  });

  test('lets other refusals through untouched', async () => {
    const { lock, seen } = openSession();
    const wrong = lock.send(() => Promise.reject(new ApiProblem('password_wrong', { status: 403 })));
    await expect(wrong).rejects.toMatchObject({ code: 'password_wrong', status: 403 });
    expect(seen.renewed).toBe(0);
  });

  test('takes the token that another tab renewed', async () => {
    const { lock, seen, call, expire } = openSession();
    expire('token-1');
    lock.take('token-1');
    expect([await lock.send(call), seen.renewed]).toEqual(['for token-1', 0]);
  });
});
