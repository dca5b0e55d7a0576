import { addTexts } from '../../../shared/i18n';

const en = {
  add: 'Add somebody',
  title: 'Add somebody of your company',
  line: 'Whoever works at {{company}} is found by their e-mail.',
  email: 'E-mail',
  find: 'Find',
  finding: 'One moment…',
  cancel: 'Cancel',
  back: 'Back',
  foundTitle: 'Add {{name}}?',
  foundLine: 'They are then among your people. You do not appear among theirs by it.',
  addFound: 'Add',
  added: '{{name}} is now among your people',
  knownTitle: '{{name}} is there already',
  knownLine: 'This person is among your people already.',
  open: 'Open',
  nobodyTitle: 'Nobody found',
  nobodyInvite: 'Nobody at {{company}} has the address {{email}}. You can invite them.',
  nobodyAsk: 'Nobody at {{company}} has the address {{email}}. An operator or an administrator can invite them.',
  invite: 'Invite',
};

const it: typeof en = {
  add: 'Aggiungi una persona',
  title: 'Aggiungi una persona della tua azienda',
  line: 'Chi lavora in {{company}} si trova con la sua e-mail.',
  email: 'E-mail',
  find: 'Cerca',
  finding: 'Un momento…',
  cancel: 'Annulla',
  back: 'Indietro',
  foundTitle: 'Aggiungere {{name}}?',
  foundLine: 'Entra fra le tue persone. Tu non compari per questo fra le sue.',
  addFound: 'Aggiungi',
  added: '{{name}} è ora fra le tue persone',
  knownTitle: '{{name}} c’è già',
  knownLine: 'Questa persona è già fra le tue.',
  open: 'Apri',
  nobodyTitle: 'Nessuno trovato',
  nobodyInvite: 'In {{company}} nessuno ha l’indirizzo {{email}}. Puoi invitare questa persona.',
  nobodyAsk: 'In {{company}} nessuno ha l’indirizzo {{email}}. Può invitarla un operatore o un amministratore.',
  invite: 'Invita',
};

export const texts = addTexts({ en, it });
