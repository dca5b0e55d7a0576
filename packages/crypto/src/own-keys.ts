/** The part for a person's own keys: making and locking them on the device, and comparing them. Loaded when needed. */
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
