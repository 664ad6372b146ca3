import { afterAll, vi } from 'vitest';

/** The files of one worker share its globals: what a file replaces ends with the file. */
afterAll(() => void vi.unstubAllGlobals());
