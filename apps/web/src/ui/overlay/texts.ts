import { addTexts } from '../../shared/i18n';
import type en from './texts/en.json';

/** Kept beside the dialog, so that the texts load with it and not with the first screen. */
export const shortcutsTexts = addTexts<typeof en>(
  import.meta.glob('./texts/*.json', { eager: true, import: 'default' }),
);
