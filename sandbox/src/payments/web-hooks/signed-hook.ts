import type { Dispute, Refund, Transaction } from '../payment.ts';

/** A web-hook as its provider would send it, or with a defect. */
export interface SignedHook {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** A dispute was opened, changed or decided. */
interface DisputeEvent {
  dispute: Dispute;
  event: 'opened' | 'updated' | 'decided';
}

/** The content of a web-hook, and its defects. */
export interface HookOptions {
  about: Transaction | Refund | DisputeEvent | 'agreement';
  /** `random`: an invalid key; `other`: a valid key of another merchant. */
  key?: 'own' | 'other' | 'random';
  /** Claims to come from the live system. */
  live?: boolean;
  /** Claimed age in milliseconds. */
  ageMs?: number;
  /** Characters of padding to add. */
  padding?: number;
}
