/**
 * A measurement: one row of a result table. Values include their unit; `aim` is empty when there is no
 * target.
 */
export interface Measurement {
  label: string;
  result: string;
  aim: string;
  note?: string;
}

/** The result of `run` in every benchmark file. */
export interface Bench {
  title: string;
  rows: Measurement[];
}
