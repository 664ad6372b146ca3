interface Sample {
  /** In milliseconds. */
  at: number;
  megabytes: number;
}

/** Memory of processes over time, one series per process; a restarted process begins a new series. */
export class MemoryOf {
  readonly #lives = new Map<number, Sample[]>();

  /** @param megabytes memory of the process; undefined when it has ended */
  note(pid: number, megabytes: number | undefined): void {
    if (megabytes === undefined) return;
    const life = this.#lives.get(pid) ?? [];
    this.#lives.set(pid, life);
    life.push({ at: performance.now(), megabytes });
  }

  get maxMegabytes(): number {
    return [...this.#lives.values()]
      .flat()
      .reduce((maximum, { megabytes }) => Math.max(maximum, megabytes), 0);
  }

  get lives(): number {
    return this.#lives.size;
  }

  /**
   * Growth in megabytes an hour over all processes: one common slope, fitted with an offset per process.
   * @param warmUpMs skipped at the start of each process
   * @returns undefined with too few samples; `error` is one standard error
   */
  slope(warmUpMs: number): { perHour: number; error: number } | undefined {
    const lives = [...this.#lives.values()]
      .map((life) => life.filter(({ at }) => at - life[0]!.at >= warmUpMs))
      .filter(({ length }) => length > 2);
    const points = lives.flatMap((life) => {
      const [at, megabytes] = [
        mean(life.map((sample) => sample.at)),
        mean(life.map((sample) => sample.megabytes)),
      ];
      return life.map((sample) => ({ x: (sample.at - at) / 3_600_000, y: sample.megabytes - megabytes }));
    });
    if (points.length === 0) return undefined;
    const width = sum(points.map(({ x }) => x * x));
    const perHour = sum(points.map(({ x, y }) => x * y)) / width;
    const left = sum(points.map(({ x, y }) => (y - perHour * x) ** 2));
    const free = points.length - lives.length - 1;
    return { perHour, error: Math.sqrt(left / free / width) };
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, value) => total + value, 0);
const mean = (numbers: readonly number[]) => sum(numbers) / numbers.length;
