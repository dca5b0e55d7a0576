import { lazyPart } from '../../ui/feedback/lazy-part';

export { CompanyKeys } from './CompanyKeys';
export { KeysPage } from './KeysPage';
export { LeftOutLines } from './LeftOutLines';
export { LostKeys } from './LostKeys';
export { Protect } from './Protect';
export { SafetyDialog } from './lazy-safety-dialog';
export { SecretForm } from './SecretForm';
export { texts as keysTexts } from './texts';
/** Lazy: few open it. */
export const EncryptionDialog = lazyPart(() => import('./EncryptionDialog'), 'EncryptionDialog');
