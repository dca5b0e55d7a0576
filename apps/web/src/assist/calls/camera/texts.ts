import { addTexts } from '../../../shared/i18n';

const en = {
  title: 'Take a picture',
  why: 'To take a picture, the browser has to allow the camera. Nobody sees what it shows before you send a picture.',
  shows: 'What the camera shows',
  take: 'Take the picture',
  taking: 'Taking the picture…',
  taken: 'The picture that you took',
  notTaken: 'The picture was not taken. Try again.',
  another: 'Take another',
  send: 'Send',
  pictureFile: 'photo-{{date}}-{{time}}.jpg',
};

const it: typeof en = {
  title: 'Scatta una foto',
  why: 'Per scattare una foto il browser deve consentire la fotocamera. Nessuno vede cosa inquadra prima che tu invii una foto.',
  shows: 'Ciò che inquadra la fotocamera',
  take: 'Scatta la foto',
  taking: 'Scatto…',
  taken: 'La foto che hai scattato',
  notTaken: 'La foto non è stata scattata. Riprova.',
  another: 'Scattane un’altra',
  send: 'Invia',
  pictureFile: 'foto-{{date}}-{{time}}.jpg',
};

export const texts = addTexts({ en, it });
