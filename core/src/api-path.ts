/** Whether an address, with its question or without, is the API's, and no page: everything below these names is. */
export const isApiPath = (url: string): boolean => /^\/(api|img|graphql|invalidate)([/?]|$)/.test(url);
