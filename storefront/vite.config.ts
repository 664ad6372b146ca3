import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

/**
 * Two bundles: the browser's, and the server's in one file with everything it needs inside, so that
 * it is React's production build whatever NODE_ENV says.
 */
export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter()],
  build: {
    target: 'es2023',
    // A data: picture or font would need a hole in the content security policy.
    assetsInlineLimit: 0,
  },
  ...(command === 'build' && {
    define: { 'process.env.NODE_ENV': '"production"' },
    environments: {
      ssr: {
        build: { rolldownOptions: { input: './server/render.ts' } },
        resolve: { noExternal: true as const },
      },
    },
  }),
}));
