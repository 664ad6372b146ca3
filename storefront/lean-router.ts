import type { Plugin } from 'vite';

/**
 * Parts of the browser's half of the router that this shop does not use: route discovery (all routes are
 * known from the first page on) and instrumentation. Each entry is the file, the original code, and its
 * replacement.
 */
const cuts: [file: string, written: string, instead: string][] = [
  ['router/router.js', 'if (init.instrumentations) {', 'if (false) {'],
  ['router/router.js', 'if (init.instrumentations) router =', 'if (false) router ='],
  ['router/router.js', 'consumeInstrumentationClientResultMetaReceiver(router)', 'undefined'],
  // View transitions, which no link of ours uses.
  ['router/router.js', 'restoreAppliedTransitions(routerWindow, appliedViewTransitions);', ''],
  [
    'router/router.js',
    'let _saveAppliedTransitions = () => persistAppliedTransitions(routerWindow, appliedViewTransitions);',
    'let _saveAppliedTransitions = () => {};',
  ],
  // Links prefetch their page when a click is likely, unless the shopper saves data.
  [
    'dom/ssr/components.js',
    '\t\tif (maybePrefetch) {',
    '\t\tif (maybePrefetch && !("low" in document.documentElement.dataset)) {',
  ],
  ['dom/ssr/components.js', 'if (prefetch === "render") setShouldPrefetch(true);', ''],
  ['dom/ssr/components.js', 'if (prefetch === "viewport") {', 'if (false) {'],
  // Fetchers and blockers: our data comes with pages, all other requests go through `api-client.ts`.
  ['router/router.js', '\t\tnavigate,\n\t\tfetch,\n', '\t\tnavigate,\n'],
  [
    'router/router.js',
    '\t\tgetFetcher,\n\t\tresetFetcher,\n\t\tdeleteFetcher: queueFetcherForDeletion,\n',
    '',
  ],
  // Our forms are sent by the browser or by `api-client.ts`, never as a navigation.
  [
    'router/router.js',
    'let { path, submission, error } = normalizeNavigateOptions(false, normalizeTo(state.location, state.matches, basename, to, opts?.fromRouteId, opts?.relative), opts);',
    'let path = normalizeTo(state.location, state.matches, basename, to, opts?.fromRouteId, opts?.relative), submission, error;',
  ],
  [
    'router/router.js',
    'else if (opts && opts.submission && isMutationMethod(opts.submission.formMethod)) {',
    'else if (false) {',
  ],
  ['router/router.js', 'if (submission && isMutationMethod(submission.formMethod)) {', 'if (false) {'],
  ['router/router.js', '\t\tgetBlocker,\n\t\tdeleteBlocker,\n', ''],
  ['router/router.js', 'if (init.patchRoutesOnNavigation) {', 'if (false) {'],
  ['router/router.js', 'if (!init.patchRoutesOnNavigation) return {', 'return {'],
  ['router/router.js', 'if (isFogOfWar) {', 'if (false) {'],
  ['dom/ssr/fog-of-war.js', 'return routeDiscovery.mode === "lazy" && ssr === true;', 'return false;'],
  ['dom/ssr/fog-of-war.js', 'if (!isFogOfWarEnabled(routeDiscovery, ssr)) return;', 'return;'],
  [
    'dom/ssr/fog-of-war.js',
    'if (!isFogOfWarEnabled(routeDiscovery, ssr) || window.navigator?.connection?.saveData === true) return;',
    'return;',
  ],
  ['dom-export/hydrated-router.js', 'if (ssrInfo.context.isSpaMode) {', 'if (false) {'],
  [
    'dom-export/hydrated-router.js',
    'router.createRoutesForHMR = UNSAFE_createClientRoutesWithHMRRevalidationOptOut;',
    '',
  ],
  // Without a network, a page whose code cannot be loaded is an error like any other: a reload would lose
  // typed text and never end. With a network the shop was rebuilt, and the document loads the current
  // build.
  [
    'dom/ssr/routeModules.js',
    `\t\tconsole.error(\`Error loading route module \\\`\${route.module}\\\`, reloading page...\`);
\t\tconsole.error(error);
\t\tif (window.__reactRouterContext && window.__reactRouterContext.isSpaMode && import.meta.hot) throw error;
\t\twindow.location.reload();
\t\treturn new Promise(() => {});`,
    '\t\tif (!navigator.onLine) throw error;\n\t\twindow.location.reload();\n\t\treturn new Promise(() => {});',
  ],
  [
    'router/router.js',
    'lazyRoutePromise.catch(() => {});',
    'lazyRoutePromise.catch(() => lazyRouteFunctionCache.delete(routeToUpdate));',
  ],
  // Warnings for developers about duplicate definitions.
  ['router/router.js', 'if (isStaticallyDefined) warning(', 'if (isStaticallyDefined) false && warning('],
  ['router/router.js', 'if (isUnsupported) warning(', 'if (isUnsupported) false && warning('],
  // Our root has its own error boundary; this one remains for errors the root cannot show, without its
  // styling.
  [
    'dom/ssr/errorBoundaries.js',
    '\tlet errorInstance;',
    'return React$1.createElement(BoundaryShell, { title: "Application Error!", isOutsideRemixApp }, React$1.createElement("h1", null, "Application Error"));',
  ],
  [
    'dom/ssr/components.js',
    'let enableFogOfWar = isFogOfWarEnabled(routeDiscovery, ssr);',
    'const enableFogOfWar = false;',
  ],
];

const ofTheRouter = /react-router\/dist\/production\/lib\/(.*)$/;

/** Messages for developers who misuse the router; the stack trace still shows the location. */
const sentence = /((?:invariant|Error)\((?:[^"`\n]*, )?)(["`])((?:(?!\2|\$\{)[^\n\\]){40,}?)\2\)/g;

/**
 * Removes the unused parts of the router from the browser's build. The version is pinned; if the router's
 * code no longer contains an original text, the build fails.
 */
export function leanRouter(): Plugin {
  return {
    name: 'fynbos-lean-router',
    applyToEnvironment: (environment) => environment.name === 'client',
    apply: 'build',
    transform: {
      filter: { id: ofTheRouter },
      handler(code, id) {
        const file = ofTheRouter.exec(id.split('?')[0]!)?.[1];
        let lean = code;
        for (const [, written, instead] of cuts.filter(([name]) => name === file)) {
          if (!lean.includes(written)) this.error(`The router's ${file} no longer contains: ${written}`);
          lean = lean.replaceAll(written, () => instead);
        }
        return { code: lean.replace(sentence, '$1"")'), map: null };
      },
    },
  };
}
