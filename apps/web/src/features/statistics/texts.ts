import { addTexts } from '../../app/i18n';

const en = {
  title: 'Statistics',
  intro:
    'How often screens and the contents of your company are looked at. Nobody is followed: what is counted says nothing of who it was.',
  backToMe: 'Back to your profile',
  span: 'Days',
  days7: '7 days',
  days30: '30 days',
  days90: '90 days',
  failed: 'The statistics did not load',
  none: 'Nothing was looked at in these days',
  noneLine: 'What is looked at from now on is counted here.',
  byDay: 'Views by day',
  screens: 'Screens',
  contents: 'Contents',
  favourites: 'Made favourites',
  chart:
    'Views by day from {{from}} to {{to}}: {{contents}} of contents, {{screens}} of screens. The most on one day: {{most}}.',
  asTable: 'As a table',
  day: 'Day',
  byLanguage: 'By language',
  language: 'Language',
  topContents: 'Top contents',
  noContents: 'No content of your company was looked at in these days.',
  content: 'Content',
  views: 'Views',
  deleted: 'Deleted content {{id}}',
  screen: 'Screen',
  csv: 'Download as CSV',
  csvDays: 'Download views by day as CSV',
  csvContents: 'Download contents as CSV',
};

const it: typeof en = {
  title: 'Statistiche',
  intro:
    'Quante volte si guardano le schermate e i contenuti della tua azienda. Nessuno viene seguito: ciò che si conta non dice chi è stato.',
  backToMe: 'Torna al profilo',
  span: 'Giorni',
  days7: '7 giorni',
  days30: '30 giorni',
  days90: '90 giorni',
  failed: 'Le statistiche non sono state caricate',
  none: 'In questi giorni non è stato guardato nulla',
  noneLine: 'Da ora in poi qui si conta ciò che viene guardato.',
  byDay: 'Visualizzazioni per giorno',
  screens: 'Schermate',
  contents: 'Contenuti',
  favourites: 'Aggiunte ai preferiti',
  chart:
    'Visualizzazioni per giorno dal {{from}} al {{to}}: {{contents}} di contenuti, {{screens}} di schermate. Il massimo in un giorno: {{most}}.',
  asTable: 'Come tabella',
  day: 'Giorno',
  byLanguage: 'Per lingua',
  language: 'Lingua',
  topContents: 'Contenuti più visti',
  noContents: 'In questi giorni non è stato guardato alcun contenuto della tua azienda.',
  content: 'Contenuto',
  views: 'Visualizzazioni',
  deleted: 'Contenuto eliminato {{id}}',
  screen: 'Schermata',
  csv: 'Scarica in CSV',
  csvDays: 'Scarica le visualizzazioni per giorno in CSV',
  csvContents: 'Scarica i contenuti in CSV',
};

export const texts = addTexts('statistics', { en, it });
