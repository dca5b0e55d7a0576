/** Keys that are a person's own: made and locked on the device, and compared with another person's. Loaded where it is used. */
export { createKeyBundle } from './key-bundle';
export {
  lockVault,
  type OpenedVault,
  openVault,
  type PrivateBundles,
  type VaultOwner,
  type VaultSecret,
} from './key-vault';
export { readRecoveryCode } from './recovery-code';
export { isSafetyCode, type SafetyNumber, safetyNumberOf } from './safety-number';
