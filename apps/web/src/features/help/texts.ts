import { addTexts } from '../../app/i18n';

const en = {
  title: 'Help',
  whatAbout: 'What is it about?',
  people: 'People',
  all: 'All',
  recent: 'Recent calls',
  callForHelp: 'Call for help',
  rings_one: 'Rings {{count}} operator',
  rings_other: 'Rings {{count}} operators at once',
  nobodyFree: 'Nobody is free now: they will see that you called',
  nobodyThere: 'No operator is in your address book yet',
  notLoaded: 'Looking for the operators…',
  noPeople: 'No people yet',
  noPeopleLine: 'Your company adds the people who can help you.',
  peopleFailed: 'The people did not load',
  ownAvailability: 'Available for calls',
};

const it: typeof en = {
  title: 'Aiuto',
  whatAbout: 'Di che cosa si tratta?',
  people: 'Persone',
  all: 'Tutte',
  recent: 'Chiamate recenti',
  callForHelp: 'Chiama aiuto',
  rings_one: 'Squilla a {{count}} operatore',
  rings_other: 'Squilla a {{count}} operatori insieme',
  nobodyFree: 'Nessuno è libero ora: vedranno che hai chiamato',
  nobodyThere: 'Nella tua rubrica non c’è ancora nessun operatore',
  notLoaded: 'Ricerca degli operatori…',
  noPeople: 'Ancora nessuna persona',
  noPeopleLine: 'La tua azienda aggiunge le persone che possono aiutarti.',
  peopleFailed: 'Le persone non sono state caricate',
  ownAvailability: 'Disponibile per le chiamate',
};

export const texts = addTexts('help', { en, it });
