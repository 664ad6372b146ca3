import type { Mail } from './mailbox.ts';

/** The list of mails, newest first. */
export function listPage(mails: readonly Mail[]): string {
  const rows = mails.map(
    (mail) => `<li><a href="/mail/${mail.id}"><strong>${escaped(mail.subject || '(no subject)')}</strong></a>
<span>to ${escaped(mail.recipients.join(', '))}</span> <time datetime="${mail.at}">${shownTime(mail.at)}</time></li>`,
  );
  const empty = '<p>No mail yet. Mail from the shop arrives here and is not delivered.</p>';
  return page(
    'Mail',
    `<h1>Mail of this shop</h1>
<p>Newest first; the page shows new mail as it comes.</p>
${rows.length > 0 ? `<ol>${rows.join('\n')}</ol>` : empty}
${rows.length > 0 ? '<form method="post" action="/empty"><button>Delete all mail</button></form>' : ''}
<script src="/arrived.js"></script>`,
  );
}

/** The page of one mail: its headers, its HTML in a sandboxed frame, and its text. */
export function mailPage(mail: Mail): string {
  return page(
    mail.subject,
    `<p><a href="/">All mail</a></p>
<h1>${escaped(mail.subject || '(no subject)')}</h1>
<dl><dt>From</dt><dd>${escaped(mail.from)}</dd><dt>To</dt><dd>${escaped(mail.recipients.join(', '))}</dd>
<dt>At</dt><dd><time datetime="${mail.at}">${shownTime(mail.at)}</time></dd></dl>
<h2>As HTML</h2>
<iframe src="/mail/${mail.id}/html" sandbox="allow-popups allow-popups-to-escape-sandbox" title="The mail as HTML"></iframe>
<h2>As text</h2>
<pre tabindex="0" aria-label="The mail as text">${linked(mail.text)}</pre>`,
  );
}

export const missingPage = page('No such mail', '<h1>No such mail</h1><p><a href="/">All mail</a></p>');

/** The HTML of a mail for the frame: its links open in a new tab. */
export const framed = (mail: Mail): string => mail.html.replace(/<head>/i, '$&<base target="_blank">');

/** Reloads the list when a mail arrives. */
export const arrivedScript = `new EventSource('/arrived').onmessage = () => location.reload();`;

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escaped(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,"><style>
body{max-width:48rem;margin:0 auto;padding:1.5rem 1rem;font:1rem/1.5 system-ui,sans-serif;background:Canvas;color:CanvasText}
ol{padding:0;list-style:none}li{display:grid;gap:.1rem;padding:.75rem 0;border-bottom:1px solid GrayText;overflow-wrap:anywhere}
dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem}dd{margin:0;overflow-wrap:anywhere}
iframe{width:100%;height:34rem;border:1px solid GrayText;background:Canvas}
pre{padding:1rem;border:1px solid GrayText;white-space:pre-wrap;overflow-wrap:anywhere}
a,button{min-height:1.5rem}button{padding:.5rem 1rem;font:inherit}
</style></head><body><main>${body}</main></body></html>`;
}

const shownTime = (at: string) => `${at.slice(0, 10)} ${at.slice(11, 19)} UTC`;

const linked = (text: string) =>
  escaped(text).replace(/https?:\/\/[^\s<>"']+/g, (url) => `<a href="${url}" rel="noreferrer">${url}</a>`);

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character]!);
}
