import { addTexts } from '../../shared/i18n';

const en = {
  title: 'Notifications',
  clear: 'Clear all',
  cleared: 'Notifications cleared',
  undo: 'Undo',
  isNew: 'New',
  nothing: 'No contents found',
  nothingLine: 'What came to this device while the app was closed is listed here.',
  settings: 'Settings',
  failed: 'ERRORE',
  failedLine: 'The list on this device cannot be read. It starts anew with the next notification.',
};

const it: typeof en = {
  title: 'Notifiche',
  clear: 'Cancella tutto',
  cleared: 'Notifiche cancellate',
  undo: 'Annulla',
  isNew: 'Nuova',
  nothing: 'Nessun contenuto trovato',
  nothingLine: 'Qui compare ciò che è arrivato su questo dispositivo mentre l’app era chiusa.',
  settings: 'Impostazioni',
  failed: 'ERRORE',
  failedLine: 'L’elenco su questo dispositivo non si può leggere. Ricomincia con la prossima notifica.',
};

export const texts = addTexts({ en, it });
