import { readOwn } from '../kept-here.ts';

/**
 * Says on every page, before any code of tasks is there, how many wait, and of how many it is untold what became;
 * undefined where there is nothing to do.
 */
export const taskMark = (): string | undefined => readOwn('current-tasks');
