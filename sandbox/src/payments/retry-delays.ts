const minuteMs = 60_000;

/** Delays after which a provider retries a web-hook. */
export const minutes = (...counts: number[]): number[] => counts.map((count) => count * minuteMs);

export const hourly = (hours: number): number[] => Array.from({ length: hours }, () => 60 * minuteMs);
