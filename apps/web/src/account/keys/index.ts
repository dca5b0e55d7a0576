import { lazyPart } from '../../ui/feedback/lazy-part';

export { CompanyKeys } from './CompanyKeys';
export { KeysPage } from './KeysPage';
export { LeftOutLines } from './LeftOutLines';
export { LostKeys } from './LostKeys';
export { Protect } from './Protect';
export { SecretForm } from './SecretForm';
export { texts as keysTexts } from './texts';
/** Loaded when it is wanted: it draws and reads codes. */
export const SafetyDialog = lazyPart(() => import('./SafetyDialog'), 'SafetyDialog');
