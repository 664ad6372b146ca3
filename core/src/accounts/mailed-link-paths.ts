/** Path of the page behind a mailed password reset link. */
export const newPasswordPath = '/Account/Reset-Password';
/** Path of the page behind the mailed link that confirms the address of an account. */
export const confirmEmailPath = '/Account/Confirm-Email';
