/**
 * A function that runs once, at its first call; every call returns that result. A rejected promise is not
 * remembered: the next call tries again.
 */
export function once<Result>(run: () => Result): () => Result {
  let first: { result: Result } | undefined;
  return () => {
    if (first) return first.result;
    const result = run();
    first = { result };
    if (result instanceof Promise)
      result.catch(() => {
        first = undefined;
      });
    return result;
  };
}
