/** Settings for those who ask as fast as they are answered: what people never reach is not what such tests are about. */
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
