import { addTexts } from '../../shared/i18n';

const en = {
  scenes: 'AR scenes',
  members: 'Members area',
  // Verbatim from D2.7.
  involve: 'AR INVOLVE 3D',
  view: 'AR VIEW',
  parts: 'Parts of the members area',
  filter: 'Filter',
  filterTitle: 'Whose contents',
  filterOn: 'Filter: {{shown}}',
  privateOnly: 'Private contents only',
  allContents: 'Public and private contents',
  ofCompany: '{{contents}}, of {{company}}',
  companies: 'Company',
  allCompanies: 'All companies',
  companiesFailed: 'The companies did not load',
  apply: 'Apply',
  cancel: 'Cancel',
  markers: 'Markers',
  marker: 'Marker {{number}} of {{count}}',
  markersFailed: 'The markers did not load',
  tryAgain: 'Try again',
} as const;

const it: Record<keyof typeof en, string> = {
  scenes: 'Scene AR',
  members: 'Area riservata',
  involve: 'AR INVOLVE 3D',
  view: 'AR VIEW',
  parts: 'Parti dell’area riservata',
  filter: 'Filtro',
  filterTitle: 'Contenuti di chi',
  filterOn: 'Filtro: {{shown}}',
  privateOnly: 'Solo contenuti privati',
  allContents: 'Contenuti pubblici e privati',
  ofCompany: '{{contents}}, di {{company}}',
  companies: 'Azienda',
  allCompanies: 'Tutte le aziende',
  companiesFailed: 'Le aziende non sono state caricate',
  apply: 'Applica',
  cancel: 'Annulla',
  markers: 'Marker',
  marker: 'Marker {{number}} di {{count}}',
  markersFailed: 'I marker non sono stati caricati',
  tryAgain: 'Riprova',
};

export const texts = addTexts({ en, it });
