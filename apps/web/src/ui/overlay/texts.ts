import { addTexts } from '../../shared/i18n';
import type en from './texts/en.json';

/** Kept beside the dialogs that load later, so that the texts load with them and not with the first screen. */
export const laterTexts = addTexts<typeof en>(import.meta.glob('./texts/*.json', { eager: true, import: 'default' }));
