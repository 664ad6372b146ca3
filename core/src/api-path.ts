/** Whether a URL, with or without a query string, belongs to the API and not to a page. */
export const isApiPath = (url: string): boolean => /^\/(api|img|graphql|invalidate)([/?]|$)/.test(url);
