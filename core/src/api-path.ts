/** Whether an address is the API's, and no page: everything below these names is. */
export const isApiPath = (pathname: string): boolean =>
  /^\/(api|img|graphql|invalidate)(\/|$)/.test(pathname);
