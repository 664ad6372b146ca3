/**
 * Circuit breaker for an engine that does not respond. It opens at once when the connection is refused, and
 * after three consecutive time-outs. While open, it allows one request a second as a probe.
 */
export interface Breaker {
  readonly isOpen: boolean;
  /** Whether this request may be the probe. */
  mayTry(): boolean;
  failed(how: 'unreachable' | 'late'): void;
  succeeded(): void;
}

const maxLate = 3;
const restMs = 1000;

export function openBreaker(now: () => number = () => performance.now()): Breaker {
  let late = 0;
  let nextTry = 0;
  return {
    get isOpen() {
      return late >= maxLate;
    },
    mayTry() {
      if (now() < nextTry) return false;
      nextTry = now() + restMs;
      return true;
    },
    failed(how) {
      late = how === 'unreachable' ? maxLate : late + 1;
      nextTry = now() + restMs;
    },
    succeeded() {
      late = 0;
    },
  };
}
