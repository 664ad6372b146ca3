/** A page that needs no file of the shop. */
interface PlainPage {
  /** The language, such as `de-DE`. */
  lang: string;
  /** Title and heading, as HTML. */
  title: string;
  /** What follows the heading, as HTML. */
  body: string;
  /** Seconds after which the page loads again; never if omitted. */
  retrySeconds?: number;
}

/** Seconds after which a client should repeat a request that a busy shop refused. */
export const retryAfterSeconds = 5;

/** The content security policy of a plain page. */
export const plainPagePolicy = "default-src 'none'; style-src 'unsafe-inline'";

/** The document of a page that is shown where the storefront cannot render one, in colours of the shop. */
export function plainPage({ lang, title, body, retrySeconds }: PlainPage): string {
  const retry = retrySeconds === undefined ? '' : `<meta http-equiv="refresh" content="${retrySeconds}">`;
  return `<!doctype html><html lang="${lang}"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
${retry}<title>${title}</title><style>${style}</style>
<main><h1>${title}</h1>${body}</main></html>`;
}

/** Text as HTML. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

const style = `:root{color-scheme:light dark;--text:#2b1d16;--page:#f7efe3;--accent:#12402a;--on:#fff}
@media(prefers-color-scheme:dark){:root{--text:#f3e9dc;--page:#1b1512;--accent:#8fd3ae;--on:#10241a}}
body{margin:0;font:1.125rem/1.5 system-ui,sans-serif;color:var(--text);background:var(--page)}
main{max-width:36rem;margin:0 auto;padding:3rem 1rem;overflow-wrap:anywhere}
h1{line-height:1.15}h2{font-size:1.25rem;margin-top:2rem}
a{color:var(--accent);display:inline-block;padding:.6rem 0}ul{padding:0;list-style:none}
.button{background:var(--accent);color:var(--on);padding:.7rem 1.4rem;border-radius:1.5rem;text-decoration:none;font-weight:600;margin-right:1rem}`;
