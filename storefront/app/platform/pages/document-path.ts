/** Tracking parameters: they name the source of a visit and change nothing on the page. */
export const trackingParameter = /^(utm_\w+|gclid|fbclid|msclkid|dclid|gbraid|wbraid|mc_cid|mc_eid|yclid)$/;

/**
 * The path of a document, from its own path or from that of its data: the data of `/oats` is at
 * `/oats.data`, that of `/` at `/_.data`.
 */
export const documentPath = (path: string): string =>
  path.replace(/(\/_)?\.data$/, '').replace(/\/+$/, '') || '/';
