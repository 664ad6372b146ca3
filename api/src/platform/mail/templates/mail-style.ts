/**
 * The styles of mails. Mail programs differ: some drop the style sheet, so colours and sizes are inline, and the
 * style sheet has only what inline styles cannot say, the dark colours. Colours are those of the storefront.
 */
const fontFamily = "Figtree,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

export const styles = {
  page: 'background-color:#f2e9d9;color:#1d2a21',
  mark: `padding:4px 8px 14px;font:700 24px/1.2 ${fontFamily};color:#12402a`,
  card: `padding:24px 20px;border-radius:16px;background-color:#ffffff;font:16px/1.5 ${fontFamily};color:#1d2a21`,
  foot: `padding:16px 20px;font:13px/1.5 ${fontFamily};color:#566055`,
  paragraph: 'margin:0 0 16px',
  heading: 'margin:24px 0 4px;font-size:18px;line-height:1.3',
  code: 'margin:8px 0 16px;padding:14px;border:2px dashed #1c6a42;border-radius:12px;font:700 20px/1.3 Consolas,Menlo,monospace;text-align:center;color:#12402a',
  button: `display:inline-block;padding:13px 24px;border-radius:12px;background-color:#1c6a42;font:700 16px/1.4 ${fontFamily};color:#ffffff;text-decoration:none`,
  // In quirks mode, which web mail may cause, a table does not inherit a colour by itself.
  table: 'width:100%;border-collapse:collapse;color:inherit',
  cell: 'padding:9px 0;border-bottom:1px solid #e2d6c1;text-align:left;vertical-align:top;font-size:15px;font-weight:400',
  small: 'font-size:14px;line-height:1.4;color:#566055',
  picture: 'display:block;width:56px;height:56px;border-radius:10px;background-color:#f7f3ea',
} as const;

/** The dark colours. Inline styles have precedence over a style sheet, hence `!important`. */
export const darkStyleSheet = `@media (prefers-color-scheme:dark){
.page{background-color:#0c110d!important}
.card{background-color:#1b231d!important;color:#eef2ea!important}
.mark{color:#a9e6bf!important}
.muted,.muted a{color:#b4bfb2!important}
.line{border-color:#334037!important}
.code{color:#a9e6bf!important;border-color:#86d5a2!important}
.button{background-color:#86d5a2!important;color:#0c2215!important}
}`;
