import { addTexts } from '../../../shared/i18n';

const en = {
  addPerson: 'Add person',
  addTitle: 'Add somebody to the call',
  search: 'Search people',
  available: 'Available people',
  add: 'Add {{name}}',
  addShort: 'Add',
  adding: 'Calling {{name}}…',
  nobody: 'Nobody else is available right now',
  nobodyLine: 'Whoever becomes available appears here.',
  noMatch: 'Nobody by that name is available',
  failed: 'The people did not load',
  close: 'Close',
  ofMany: '{{count}} of {{most}}',
  inCallWith: 'In the call: {{names}}',
  rings: 'Calling {{names}}…',
  refused: '{{name}} declined',
  missed: '{{name}} did not answer',
};

const it: typeof en = {
  addPerson: 'Aggiungi persona',
  addTitle: 'Aggiungi qualcuno alla chiamata',
  search: 'Cerca persone',
  available: 'Persone disponibili',
  add: 'Aggiungi {{name}}',
  addShort: 'Aggiungi',
  adding: 'Chiamo {{name}}…',
  nobody: 'Al momento non è disponibile nessun altro',
  nobodyLine: 'Chi torna disponibile appare qui.',
  noMatch: 'Nessuno con questo nome è disponibile',
  failed: 'Le persone non sono state caricate',
  close: 'Chiudi',
  ofMany: '{{count}} di {{most}}',
  inCallWith: 'Nella chiamata: {{names}}',
  rings: 'Chiamata a {{names}}…',
  refused: '{{name}} ha rifiutato',
  missed: '{{name}} non ha risposto',
};

export const texts = addTexts({ en, it });
