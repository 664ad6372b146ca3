/**
 * Runs an action with each input in sequence.
 * @returns milliseconds of each
 */
export async function timeEach<Input>(
  inputs: readonly Input[],
  act: (input: Input) => Promise<unknown>,
): Promise<number[]> {
  const took: number[] = [];
  for (const input of inputs) {
    const start = performance.now();
    await act(input);
    took.push(performance.now() - start);
  }
  return took;
}

/** The 50th and 99th percentile. */
export function spread(took: readonly number[]): string {
  const sorted = [...took].sort((a, b) => a - b);
  const at = (part: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!.toFixed(2);
  return `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`;
}
