import { addTexts } from '../app/i18n';

const en = {
  available: 'Available',
  inCall: 'In a call',
  offline: 'Offline',
  offlineSince: 'Offline since {{when}}',
  offlineSinceTime: 'Offline since {{when}}',
  tryAgain: 'Try again',
  listFailed: 'The list did not load',
  noAnswer: 'The server did not answer.',
  noAnswerNow: 'The server did not answer. Check your connection and try again.',
  offlineBar: 'Offline. What was loaded stays readable.',
  serverAway: 'The server does not answer. Trying again.',
  close: 'Close',
  loading: 'Loading',
  oops: 'oops!',
  wentWrong: 'Something went wrong...',
  reload: 'Reload',
  clearSearch: 'Clear the search',
};

const it: typeof en = {
  available: 'Disponibile',
  inCall: 'In chiamata',
  offline: 'Offline',
  offlineSince: 'Offline, ultimo accesso {{when}}',
  offlineSinceTime: 'Offline dalle {{when}}',
  tryAgain: 'Riprova',
  listFailed: 'L’elenco non è stato caricato',
  noAnswer: 'Il server non ha risposto.',
  noAnswerNow: 'Il server non ha risposto. Controlla la connessione e riprova.',
  offlineBar: 'Sei offline. Ciò che è già caricato resta leggibile.',
  serverAway: 'Il server non risponde. Nuovo tentativo in corso.',
  close: 'Chiudi',
  loading: 'Caricamento',
  oops: 'ops!',
  wentWrong: 'Qualcosa è andato storto...',
  reload: 'Ricarica',
  clearSearch: 'Cancella la ricerca',
};

export const texts = addTexts('ui', { en, it });
