import type { Plugin } from 'vite';

/**
 * What the browser's half of the router carries for others: discovery of routes on the way (all of ours are
 * known from the first page on), instrumentation. File, what is written there, and what instead.
 */
const cuts: [file: string, written: string, instead: string][] = [
  ['router/router.js', 'if (init.instrumentations) {', 'if (false) {'],
  ['router/router.js', 'if (init.instrumentations) router =', 'if (false) router ='],
  ['router/router.js', 'consumeInstrumentationClientResultMetaReceiver(router)', 'undefined'],
  // View transitions, which no link of ours asks for.
  ['router/router.js', 'restoreAppliedTransitions(routerWindow, appliedViewTransitions);', ''],
  [
    'router/router.js',
    'let _saveAppliedTransitions = () => persistAppliedTransitions(routerWindow, appliedViewTransitions);',
    'let _saveAppliedTransitions = () => {};',
  ],
  // Links prepare their page when somebody is about to press them, unless that somebody saves data.
  [
    'dom/ssr/components.js',
    '\t\tif (maybePrefetch) {',
    '\t\tif (maybePrefetch && !("low" in document.documentElement.dataset)) {',
  ],
  ['dom/ssr/components.js', 'if (prefetch === "render") setShouldPrefetch(true);', ''],
  ['dom/ssr/components.js', 'if (prefetch === "viewport") {', 'if (false) {'],
  // Calls of their own, and questions before leaving: our data comes with pages, the rest goes through `api.ts`.
  ['router/router.js', '\t\tnavigate,\n\t\tfetch,\n', '\t\tnavigate,\n'],
  [
    'router/router.js',
    '\t\tgetFetcher,\n\t\tresetFetcher,\n\t\tdeleteFetcher: queueFetcherForDeletion,\n',
    '',
  ],
  // Forms of ours are sent by the browser, or by `api.ts`: never as a navigation.
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
  // Without a network, a page whose code cannot be had is an error like any other: a reload would lose what was typed,
  // and never end. With one the shop was built anew, and the document brings what there is now.
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
  // Told to whoever writes a page that says the same twice.
  ['router/router.js', 'if (isStaticallyDefined) warning(', 'if (isStaticallyDefined) false && warning('],
  ['router/router.js', 'if (isUnsupported) warning(', 'if (isUnsupported) false && warning('],
  // Our root has a boundary of its own; this one stays for what that could not show, without its dress.
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

/** Sentences for developers who use the router wrongly; the stack still says where. */
const sentence = /((?:invariant|Error)\((?:[^"`\n]*, )?)(["`])((?:(?!\2|\$\{)[^\n\\]){40,}?)\2\)/g;

/**
 * Leaves out of the browser's build what of the router this shop never uses. The version is pinned; where the
 * router no longer says what stands here, the build stops.
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
          if (!lean.includes(written)) this.error(`The router's ${file} no longer says: ${written}`);
          lean = lean.replaceAll(written, () => instead);
        }
        return { code: lean.replace(sentence, '$1"")'), map: null };
      },
    },
  };
}
