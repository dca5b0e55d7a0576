import { addTexts } from '../../shared/i18n';
import type en from './texts/en.json';

export const texts = addTexts<typeof en>(import.meta.glob('./texts/*.json', { eager: true, import: 'default' }));
