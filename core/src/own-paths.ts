/** Names of the shop's own pages that more than one side writes, each said once. */

/** The page by which the shop is written to: its identifier, which is its address. */
export const contactPage = 'contact';

/** Where a mailed link leads to choose a new password. */
export const newPasswordPath = '/Account/Reset-Password';
