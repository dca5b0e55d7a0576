import type { Translate } from '@earth/contracts';
import { addTexts } from '../../shared/i18n';
import type en from './texts/en.json';

export const texts = addTexts<typeof en>(import.meta.glob('./texts/*.json', { eager: true, import: 'default' }));

export type SayOfServer = Translate<typeof en>;
export type ServerText = Parameters<SayOfServer>[0];
