import { fileURLToPath } from 'node:url';

/** The folder of the demo catalogue. */
export const demoFolder = fileURLToPath(new URL('../../../catalogue/demo', import.meta.url));
