/** Settings for clients that send as fast as they are answered: such tests are not about limits that people never reach. */
export const NO_LIMITS = {
  CALLS_A_MINUTE: '0',
  GUEST_CALLS_A_MINUTE: '0',
  COMPANY_CALLS_A_MINUTE: '0',
  ADDRESS_CALLS_A_MINUTE: '0',
  UPLOADS_AT_ONCE: '0',
  ADDRESS_UPLOADS_AT_ONCE: '0',
  MB_A_DAY: '0',
  GUEST_MB_A_DAY: '0',
  COMPANY_MB_A_DAY: '0',
} as const;
