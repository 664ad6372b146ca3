/** What a bench found: one line of its table. Figures carry their unit; `aim` is empty where none was set. */
export interface Figure {
  what: string;
  ours: string;
  aim: string;
  note?: string;
}

/** What every file of this folder that measures gives (`run`). */
export interface Bench {
  title: string;
  rows: Figure[];
}
