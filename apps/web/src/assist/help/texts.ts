import { addTexts } from '../../shared/i18n';

const en = {
  title: 'Help',
  whatAbout: 'What is it about?',
  people: 'People',
  all: 'All',
  recent: 'Recent calls',
  callForHelp: 'Call for help',
  rings_one: 'Rings {{count}} operator',
  rings_other: 'Rings {{count}} operators at once',
  nobodyFree: 'Nobody is free: they will see your call',
  nobodyThere: 'Your company has no operator yet',
  notLoaded: 'Looking for the operators…',
  noPeopleLine: 'Your company adds the people who can help you.',
  peopleFailed: 'The people did not load',
};

const it: typeof en = {
  title: 'Aiuto',
  whatAbout: 'Di che cosa si tratta?',
  people: 'Persone',
  all: 'Tutte',
  recent: 'Chiamate recenti',
  callForHelp: 'Chiedi aiuto',
  rings_one: 'Chiama {{count}} operatore',
  rings_other: 'Chiama {{count}} operatori insieme',
  nobodyFree: 'Nessuno è libero: vedranno la chiamata',
  nobodyThere: 'La tua azienda non ha ancora nessun operatore',
  notLoaded: 'Ricerca degli operatori…',
  noPeopleLine: 'La tua azienda aggiunge le persone che possono aiutarti.',
  peopleFailed: 'Le persone non sono state caricate',
};

export const texts = addTexts({ en, it });
