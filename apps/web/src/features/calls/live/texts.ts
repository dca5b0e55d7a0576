import { addTexts } from '../../../app/i18n';

const en = {
  point: 'Point',
  pointLong: 'Point at the picture',
  stopPointing: 'Stop pointing',
  pointsHere: '{{name}} points here',
  freeze: 'Freeze',
  freezeLong: 'Freeze the picture for everybody',
};

const it: typeof en = {
  point: 'Indica',
  pointLong: 'Indica un punto dell’immagine',
  stopPointing: 'Smetti di indicare',
  pointsHere: '{{name}} indica qui',
  freeze: 'Ferma',
  freezeLong: 'Ferma l’immagine per tutti',
};

export const texts = addTexts('live', { en, it });
