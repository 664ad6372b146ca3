/** The key of the claims in browser storage: whether there are any is known without their code. */
export const claimsKey = 'claims';
