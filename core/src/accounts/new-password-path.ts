/** Where a mailed link leads to choose a new password: mails name it, and nobody else has a say in that page. */
export const newPasswordPath = '/Account/Reset-Password';
