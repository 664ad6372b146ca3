/** Parameters that mark where a visitor came from and change nothing on the page. */
export const trackingParameter = /^(utm_\w+|gclid|fbclid|msclkid|dclid|gbraid|wbraid|mc_cid|mc_eid|yclid)$/;

/** The path of a document, of its own or of its data's: that of `/oats` is at `/oats.data`, that of `/` at `/_.data`. */
export const documentPath = (path: string): string =>
  path.replace(/(\/_)?\.data$/, '').replace(/\/+$/, '') || '/';
