import { addTexts } from '../../app/i18n';

const en = {
  title: 'Sign in with your e-mail',
  intro: 'We send you a code. There is no password to remember.',
  email: 'E-mail',
  next: 'NEXT',
  chooseTitle: 'Which company?',
  chooseIntro: '{{email}} belongs to more than one.',
  codeTitle: 'Enter the code',
  codeSentTo: 'Code has been sent to {{email}}',
  code: 'Code of six digits',
  login: 'LOGIN',
  resend: 'Resend code',
  changeEmail: 'Change e-mail',
  lookAround: 'Look around without signing in',
  invited: 'I have an invitation code',
  terms: 'Terms and privacy',
  back: 'Back',
  checking: 'One moment…',
  sessionOver: 'Your session has ended. Sign in again.',
  // The documents' own words (Discover 5 and 8).
  unknownEmail: 'Unknown e-mail',
  emailFormat: 'Email format not valid',
  fieldEmpty: 'Please fill out this field',
  deviceLimit: 'The maximum number of devices for this account has been reached',
  deviceLimitLine:
    'On a device that is signed in, open «Me», then «Where you are signed in», and end one that you no longer use. Have none of them at hand? Ask your administrator.',
  invalidCode: 'Invalid code or device not allowed',
  codeTooShort: 'The code has six digits',
  invitationCodeTooShort: 'The code has twelve digits',
  invitationInvalid: 'This code does not belong to an open invitation to this e-mail address',
  noAnswer: 'The server did not answer. Check your connection and try again.',
  notSaved: 'This browser does not let the app keep your session. Allow it to store data, then sign in again.',
};

const it: typeof en = {
  title: 'Accedi con la tua e-mail',
  intro: 'Ti inviamo un codice. Nessuna password da ricordare.',
  email: 'E-mail',
  next: 'AVANTI',
  chooseTitle: 'Quale azienda?',
  chooseIntro: '{{email}} appartiene a più aziende.',
  codeTitle: 'Inserisci il codice',
  codeSentTo: 'Il codice è stato inviato a {{email}}',
  code: 'Codice di sei cifre',
  login: 'ACCEDI',
  resend: 'Invia di nuovo',
  changeEmail: 'Cambia e-mail',
  lookAround: 'Guarda in giro senza accedere',
  invited: 'Ho un codice di invito',
  terms: 'Termini e privacy',
  back: 'Indietro',
  checking: 'Un momento…',
  sessionOver: 'La sessione è terminata. Accedi di nuovo.',
  unknownEmail: 'E-mail sconosciuta',
  emailFormat: 'Formato e-mail non valido',
  fieldEmpty: 'Compila questo campo',
  deviceLimit: 'È stato raggiunto il numero massimo di dispositivi per questo account',
  deviceLimitLine:
    'Su un dispositivo già connesso apri «Profilo», poi «Dove hai effettuato l’accesso», e termina quello che non usi più. Non ne hai nessuno a portata di mano? Chiedi al tuo amministratore.',
  invalidCode: 'Codice non valido o dispositivo non consentito',
  codeTooShort: 'Il codice ha sei cifre',
  invitationCodeTooShort: 'Il codice ha dodici cifre',
  invitationInvalid: 'Questo codice non appartiene a un invito aperto per questo indirizzo e-mail',
  noAnswer: 'Il server non ha risposto. Controlla la connessione e riprova.',
  notSaved:
    'Questo browser non permette di conservare la sessione. Consenti all’app di salvare dati e accedi di nuovo.',
};

export const texts = addTexts({ en, it });
export type SignInText = keyof typeof en;
