import { addTexts } from '../../../shared/i18n';

const en = {
  voiceNote: 'Voice note, {{length}}',
  record: 'Record a voice note',
  send: 'Send the voice note',
  discard: 'Discard the voice note',
  opening: 'The microphone is starting…',
  recording: 'Recording',
  recorded: 'Recorded, not sent yet',
  level: 'How loud the microphone hears you',
  refused: 'The microphone is blocked: no voice note can be recorded.',
  missing: 'No microphone was found: no voice note can be recorded.',
  failed: 'The microphone did not start: another program may be using it.',
  unsupported: 'This browser cannot record a voice note.',
  play: 'Play: {{name}}',
  pause: 'Pause: {{name}}',
  position: 'Position: {{name}}',
  positionOf: '{{position}} of {{length}}',
  unplayable: 'This browser cannot play it. Download it to listen.',
};

const it: typeof en = {
  voiceNote: 'Nota vocale, {{length}}',
  record: 'Registra una nota vocale',
  send: 'Invia la nota vocale',
  discard: 'Elimina la nota vocale',
  opening: 'Avvio del microfono…',
  recording: 'Registrazione in corso',
  recorded: 'Registrata, non ancora inviata',
  level: 'Quanto forte ti sente il microfono',
  refused: 'Il microfono è bloccato: non è possibile registrare una nota vocale.',
  missing: 'Nessun microfono trovato: non è possibile registrare una nota vocale.',
  failed: 'Il microfono non si è avviato: forse lo usa un altro programma.',
  unsupported: 'Questo browser non può registrare una nota vocale.',
  play: 'Riproduci: {{name}}',
  pause: 'Metti in pausa: {{name}}',
  position: 'Posizione: {{name}}',
  positionOf: '{{position}} di {{length}}',
  unplayable: 'Questo browser non può riprodurla. Scaricala per ascoltarla.',
};

export const texts = addTexts({ en, it });
