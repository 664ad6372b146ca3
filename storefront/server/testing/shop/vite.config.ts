/** The shop's own build, on a handful of pages that do what tests need. */
export { default } from '../../../vite.config.ts';
