/** The shop's own build, with a few pages for tests. */
export { default } from '../../../vite.config.ts';
