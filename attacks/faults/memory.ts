interface Sample {
  /** Milliseconds. */
  at: number;
  megabytes: number;
}

/** How the memory of processes goes, and each life of a process for itself: one that was started anew begins again. */
export class MemoryOf {
  readonly #lives = new Map<number, Sample[]>();

  /** @param megabytes that a process has now; undefined of one that has ended */
  note(pid: number, megabytes: number | undefined): void {
    if (megabytes === undefined) return;
    const life = this.#lives.get(pid) ?? [];
    this.#lives.set(pid, life);
    life.push({ at: performance.now(), megabytes });
  }

  get most(): number {
    return [...this.#lives.values()].flat().reduce((most, { megabytes }) => Math.max(most, megabytes), 0);
  }

  get lives(): number {
    return this.#lives.size;
  }

  /**
   * Megabytes an hour of all lives together: the one line that fits them best when each begins where it does.
   *
   * @param warmUpMs of each life that does not count
   * @returns undefined where too little was seen; `error` is one standard error
   */
  slope(warmUpMs: number): { perHour: number; error: number } | undefined {
    const lives = [...this.#lives.values()]
      .map((life) => life.filter(({ at }) => at - life[0]!.at >= warmUpMs))
      .filter(({ length }) => length > 2);
    const points = lives.flatMap((life) => {
      const [at, megabytes] = [mean(life.map((one) => one.at)), mean(life.map((one) => one.megabytes))];
      return life.map((one) => ({ x: (one.at - at) / 3_600_000, y: one.megabytes - megabytes }));
    });
    if (points.length === 0) return undefined;
    const width = sum(points.map(({ x }) => x * x));
    const perHour = sum(points.map(({ x, y }) => x * y)) / width;
    const left = sum(points.map(({ x, y }) => (y - perHour * x) ** 2));
    const free = points.length - lives.length - 1;
    return { perHour, error: Math.sqrt(left / free / width) };
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((whole, one) => whole + one, 0);
const mean = (numbers: readonly number[]) => sum(numbers) / numbers.length;
