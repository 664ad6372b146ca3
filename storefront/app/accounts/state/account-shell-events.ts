import { createEmitter } from '../../platform/state/store.ts';

/** Emits when the account state may have changed. */
export const accountChanges = createEmitter();
