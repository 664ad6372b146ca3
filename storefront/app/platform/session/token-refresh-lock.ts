import { ApiProblem } from '../api/api-problem.ts';

/** Spec accounts 9: interval at which waiting calls check the lock again, in milliseconds. */
export const lockRetry = 1000;
/** Maximum renewals of a token without a successful call (spec D25). */
export const maxRefreshAttempts = 3;

export interface LockParts {
  /**
   * Exchanges the refresh token.
   * @returns the new access token; throws ApiProblem
   */
  renew(): Promise<string>;
  /** Whether tokens are renewed automatically (switch «automatic token refresh»). */
  automatic(): boolean;
  /**
   * Logs out silently and opens the login: the server rejected the session, or its renewal failed
   * internally.
   */
  lost(why: 'refused' | 'internal'): Promise<void> | void;
}

/**
 * The refresh lock (spec accounts 4.3, spec D25): 0 is free; 1 while the token is renewed; -1 after a failed
 * renewal, until the customer is logged out. Calls wait at 1 and end with 401 at -1. A call belongs to the
 * session in which it started: it is never sent with the token of another session.
 */
export class RefreshLock {
  value: 0 | 1 | -1 = 0;
  attempts = 0;
  readonly #parts: LockParts;
  #token: string | undefined;
  #adopted: string | undefined;
  /** Session counter; a call from an earlier session has an invalid token. */
  #session = 0;
  #free = Promise.withResolvers<void>();
  readonly #inFlight = new Set<Promise<unknown>>();

  constructor(parts: LockParts) {
    this.#parts = parts;
  }

  get token(): string | undefined {
    return this.#token;
  }

  /** Renews the token of a page that was just opened, also when tokens are not renewed automatically. */
  async resume(): Promise<void> {
    if (this.#token === undefined && this.value === 0) await this.#exchange(this.#session);
  }

  /**
   * Starts a new session with the token of a login. The login ends the session that this page still has: calls
   * of it wait, since the server would refuse them.
   */
  async replace(logIn: () => Promise<string>): Promise<void> {
    const isHeld = this.#token !== undefined && this.value === 0;
    if (isHeld) this.#occupy();
    try {
      this.begin(await logIn());
    } finally {
      // The login failed, and the session goes on.
      if (isHeld && this.value === 1) this.#release(this.#token);
    }
  }

  /** Starts a new session after a login, here or in another tab. Resets lock and counter. */
  begin(token: string): void {
    this.#session += 1;
    this.#release(token);
    this.attempts = 0;
  }

  /** Another tab renewed the token of the same session. A renewal that is running here may use it. */
  adoptToken(token: string): void {
    this.#adopted = token;
    if (this.value === 0) this.#token = token;
  }

  /** The token that another tab renewed, if it is newer than the own one. */
  get adopted(): string | undefined {
    return this.#adopted;
  }

  /** Ends the session: waiting calls and calls in flight end with 401. */
  end(): void {
    this.#session += 1;
    this.#release(undefined);
    this.attempts = 0;
  }

  /**
   * Sends a call with the token, and renews it when necessary. Throws `token_refused` when the session
   * ended.
   */
  async send<Result>(call: (token: string) => Promise<Result>): Promise<Result> {
    const session = this.#session;
    for (;;) {
      await this.#whenFree(session);
      const token = this.#token;
      if (token === undefined) {
        await this.#renew(session);
        continue;
      }
      try {
        const result = await this.#track(call(token));
        this.#check(session);
        this.attempts = 0;
        return result;
      } catch (error) {
        this.#check(session);
        if (!isUnauthorized(error)) throw error;
        // If the token was renewed during this call, the call is retried with the new token.
        if (this.value === 0 && token === this.#token) await this.#renew(session);
      }
    }
  }

  /** Waits for the calls in flight, so that the server does not refuse them because of a logout. */
  async settled(maxWaitMs: number): Promise<void> {
    await Promise.race([Promise.allSettled(this.#inFlight), pause(maxWaitMs)]);
  }

  #track<Result>(call: Promise<Result>): Promise<Result> {
    this.#inFlight.add(call);
    const remove = () => void this.#inFlight.delete(call);
    call.then(remove, remove);
    return call;
  }

  /** Waits while the token is renewed, and checks at least once a second. */
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
    return this.#exchange(session);
  }

  async #exchange(session: number): Promise<void> {
    if (this.attempts >= maxRefreshAttempts) return this.#lose('internal');
    this.#occupy();
    this.attempts += 1;
    try {
      const token = await this.#parts.renew();
      if (session === this.#session) this.#release(token);
    } catch (error) {
      if (session !== this.#session) throw new ApiProblem('token_refused');
      if (!isPassing(error)) return this.#lose(isUnauthorized(error) ? 'refused' : 'internal');
      this.#failTransiently(error);
      throw error;
    }
  }

  #occupy(): void {
    this.value = 1;
    this.#free = Promise.withResolvers();
    this.#free.promise.catch(() => {});
  }

  #release(token: string | undefined): void {
    this.#token = token;
    this.#adopted = undefined;
    this.value = 0;
    this.#free.resolve();
  }

  /** A network failure does not log the customer out; waiting calls fail with it. */
  #failTransiently(error: unknown): void {
    this.value = 0;
    this.attempts -= 1;
    this.#free.reject(error);
  }

  async #lose(why: 'refused' | 'internal'): Promise<never> {
    this.value = -1;
    this.#token = undefined;
    this.#free.resolve();
    const session = this.#session;
    await this.#parts.lost(why);
    // A login may have begun another session meanwhile.
    if (session === this.#session) this.end();
    throw new ApiProblem('token_refused');
  }
}

const isUnauthorized = (error: unknown) => error instanceof ApiProblem && error.status === 401;

/** Statuses of a shop that is busy, starting or unreachable: the token may still be valid. */
const passingStatus = new Set([429, 502, 503, 504]);
const isPassing = (error: unknown) => error instanceof ApiProblem && passingStatus.has(error.status);

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
