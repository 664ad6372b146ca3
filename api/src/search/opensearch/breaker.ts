/**
 * Keeps a shop from waiting, request after request, for an engine that does not answer: it opens at once
 * when nobody listens, and after the third request in a row that came too late; then one request a
 * second may try whether it is back.
 */
export interface Breaker {
  readonly isOpen: boolean;
  /** Whether this request may be the one that tries. */
  mayTry(): boolean;
  failed(how: 'unreachable' | 'late'): void;
  succeeded(): void;
}

const mostLate = 3;
const restMs = 1000;

export function openBreaker(now: () => number = () => performance.now()): Breaker {
  let late = 0;
  let nextTry = 0;
  return {
    get isOpen() {
      return late >= mostLate;
    },
    mayTry() {
      if (now() < nextTry) return false;
      nextTry = now() + restMs;
      return true;
    },
    failed(how) {
      late = how === 'unreachable' ? mostLate : late + 1;
      nextTry = now() + restMs;
    },
    succeeded() {
      late = 0;
    },
  };
}
