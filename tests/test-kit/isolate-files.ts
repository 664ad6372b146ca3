import { afterAll, vi } from 'vitest';

/**
 * The files of one worker share its globals and its modules. What a file replaces, subscribes to or leaves in
 * a module ends with the file: the next one imports the modules again (a process for each file costs more).
 */
afterAll(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});
