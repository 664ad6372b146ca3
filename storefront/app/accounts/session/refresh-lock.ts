import { ApiProblem } from '../../api-problem.ts';

/** Accounts 9: how long what waits for the lock waits before it looks again, in milliseconds. */
export const lockRetry = 1000;
/** How often a token may be renewed without a call succeeding with it (decision 25). */
export const mostAttempts = 3;

export interface LockParts {
  /** Exchanges the refresh token. @returns the new access token; throws ApiProblem */
  renew(): Promise<string>;
  /** Whether tokens are renewed by themselves (switch «automatic token refresh»). */
  automatic(): boolean;
  /** Logs out silently and leads to the login: the session was refused, or renewing it failed in itself. */
  lost(why: 'refused' | 'internal'): Promise<void> | void;
}

/**
 * The refresh lock (accounts 4.3, decision 25): 0 is free, 1 while the token is renewed, -1 when that failed,
 * until the customer is logged out. Calls wait at 1 and end with 401 at -1. A call belongs to the session it
 * began in: it never goes out with the token of another one.
 */
export class RefreshLock {
  value: 0 | 1 | -1 = 0;
  attempts = 0;
  readonly #parts: LockParts;
  #token: string | undefined;
  /** Counts sessions: what was begun in an earlier one carries a dead token. */
  #session = 0;
  #free = Promise.withResolvers<void>();

  constructor(parts: LockParts) {
    this.#parts = parts;
  }

  get token(): string | undefined {
    return this.#token;
  }

  /** A new session begins (login), or the token was renewed in another tab. Frees lock and counter. */
  begin(token: string): void {
    this.#session += 1;
    this.#release(token);
    this.attempts = 0;
  }

  /** Another tab renewed the token of this same session. */
  take(token: string): void {
    if (this.value === 0) this.#token = token;
  }

  /** The session is over: what waits, and what is under way with its token, ends with 401. */
  end(): void {
    this.#session += 1;
    this.#release(undefined);
    this.attempts = 0;
  }

  /** Sends a call with the token, renewed as often as it must be. Throws `token_refused` when the session ended. */
  async send<Answer>(call: (token: string) => Promise<Answer>): Promise<Answer> {
    const session = this.#session;
    for (;;) {
      await this.#whenFree(session);
      const token = this.#token;
      if (token === undefined) {
        await this.#renew(session);
        continue;
      }
      try {
        const answer = await call(token);
        this.#check(session);
        this.attempts = 0;
        return answer;
      } catch (error) {
        this.#check(session);
        if (!isUnauthorized(error)) throw error;
        // Renewed while this call was under way: it goes again with the new token.
        if (this.value === 0 && token === this.#token) await this.#renew(session);
      }
    }
  }

  /** Waits while the token is renewed: a second at a time, or less when it is done sooner. */
  async #whenFree(session: number): Promise<void> {
    this.#check(session);
    while (this.value === 1) {
      await Promise.race([this.#free.promise, pause(lockRetry)]);
      this.#check(session);
    }
  }

  #check(session: number): void {
    if (this.value === -1 || session !== this.#session) throw new ApiProblem('token_refused');
  }

  async #renew(session: number): Promise<void> {
    if (!this.#parts.automatic()) return this.#lose('refused');
    if (this.attempts >= mostAttempts) return this.#lose('internal');
    this.value = 1;
    this.attempts += 1;
    this.#free = Promise.withResolvers();
    this.#free.promise.catch(() => {});
    try {
      const token = await this.#parts.renew();
      if (session === this.#session) this.#release(token);
    } catch (error) {
      if (session !== this.#session) throw new ApiProblem('token_refused');
      if (!isPassing(error)) return this.#lose(isUnauthorized(error) ? 'refused' : 'internal');
      this.#giveUpForNow(error);
      throw error;
    }
  }

  #release(token: string | undefined): void {
    this.#token = token;
    this.value = 0;
    this.#free.resolve();
  }

  /** The network was away: nobody is logged out for that, and what waits hears it. */
  #giveUpForNow(error: unknown): void {
    this.value = 0;
    this.attempts -= 1;
    this.#free.reject(error);
  }

  async #lose(why: 'refused' | 'internal'): Promise<never> {
    this.value = -1;
    this.#token = undefined;
    this.#free.resolve();
    await this.#parts.lost(why);
    this.end();
    throw new ApiProblem('token_refused');
  }
}

const isUnauthorized = (error: unknown) => error instanceof ApiProblem && error.status === 401;

/** The shop could not be reached, by us or by what stands before it, was busy or is starting: the token may still be good. */
const passingStatus = new Set([429, 502, 503, 504]);
const isPassing = (error: unknown) => error instanceof ApiProblem && passingStatus.has(error.status);

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
