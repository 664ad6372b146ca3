/** Path of the page behind a mailed password reset link. */
export const newPasswordPath = '/Account/Reset-Password';
