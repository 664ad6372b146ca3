/** Credentials of the sandbox merchant. They are valid nowhere else. */
export const oppwaKeys = {
  token: 'sandbox-oppwa-token',
  entityId: 'sandbox-oppwa-entity',
  webHookKey: '5a4d0b0c5a4d0b0c5a4d0b0c5a4d0b0c5a4d0b0c5a4d0b0c5a4d0b0c5a4d0b0c',
};
