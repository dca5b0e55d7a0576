import { addTexts } from '../../../app/i18n';

const en = {
  point: 'Point',
  pointLong: 'Point at the picture',
  stopPointing: 'Stop pointing',
  pointsHere: '{{name}} points here',
};

const it: typeof en = {
  point: 'Indica',
  pointLong: 'Indica un punto dell’immagine',
  stopPointing: 'Smetti di indicare',
  pointsHere: '{{name}} indica qui',
};

export const texts = addTexts('live', { en, it });
