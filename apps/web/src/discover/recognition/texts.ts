import { addTexts } from '../../shared/i18n';

const en = { results: 'Results', toPage: 'Open the page', close: 'Close' } as const;
const it: Record<keyof typeof en, string> = { results: 'Risultati', toPage: 'Apri la pagina', close: 'Chiudi' };

export const texts = addTexts({ en, it });
