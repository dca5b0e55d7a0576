import { addTexts } from '../../shared/i18n';

const en = {
  terms: 'Terms and privacy',
  termsOfUse: 'Terms of use',
  privacyNotice: 'Privacy notice',
  termsFailed: 'The terms did not load',
  scrollDown: 'Scroll down',
  approve: 'APPROVE',
  cancel: 'Cancel',
  credits: 'Credits',
  madeBy: 'Made by',
  madeByLine: 'A small team that owns every line of it. Drawings, words and sounds are its own.',
  toProvider: 'To the site of {{name}}',
  toApp: 'To the app',
  whose: 'Whose app it is',
  thanks: 'Built on the work of others',
  thanksLine: 'Each under its own free licence. Thank you.',
  tutorial: 'Tutorial',
  tutorialMenu: 'Find your way',
  tutorialMenuLine:
    'Explore shows what there is to see, in pictures. The menu has every entry; a star keeps what you like on this device.',
  tutorialReach: 'See more of it',
  tutorialReachLine:
    'Open a place for its story, its pictures and what is near it. In a museum or a town, an itinerary leads you from stop to stop.',
  slide: 'Slide {{number}} of {{count}}',
  next: 'Next',
  back: 'Back',
  start: 'Start',
  doNotShow: 'Do not show again',
};

const it: typeof en = {
  terms: 'Termini e privacy',
  termsOfUse: 'Termini di utilizzo',
  privacyNotice: 'Informativa sulla privacy',
  termsFailed: 'I termini non sono stati caricati',
  scrollDown: 'Scorri in basso',
  approve: 'APPROVA',
  cancel: 'Annulla',
  credits: 'Riconoscimenti',
  madeBy: 'Chi lo ha fatto',
  madeByLine: 'Una piccola squadra che ne possiede ogni riga. Disegni, parole e suoni sono suoi.',
  toProvider: 'Al sito di {{name}}',
  toApp: 'All’app',
  whose: 'Di chi è l’app',
  thanks: 'Costruito sul lavoro di altri',
  thanksLine: 'Ognuno con la propria licenza libera. Grazie.',
  tutorial: 'Tutorial',
  tutorialMenu: 'Trova la strada',
  tutorialMenuLine:
    'Esplora mostra in immagini ciò che c’è da vedere. Il menu ha tutte le voci; una stella conserva su questo dispositivo ciò che ti piace.',
  tutorialReach: 'Vedi di più',
  tutorialReachLine:
    'Apri un luogo per la sua storia, le sue immagini e ciò che ha vicino. In un museo o in città, un itinerario ti porta da una tappa all’altra.',
  slide: 'Pagina {{number}} di {{count}}',
  next: 'Avanti',
  back: 'Indietro',
  start: 'Inizia',
  doNotShow: 'Non mostrare più',
};

export const texts = addTexts({ en, it });
