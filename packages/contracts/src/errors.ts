/**
 * Every error that the server answers with: its result code and its words in both languages. The envelope carries the
 * code and the words in `result`, and the name in `data.error`, so that a client can tell two 403 apart.
 */
const define = <const T extends Readonly<Record<string, readonly [code: number, en: string, it: string]>>>(table: T) =>
  table;

export const errors = define({
  invalidInput: [400, 'Invalid field: {field}', 'Campo non valido: {field}'],
  unknownFlag: [400, 'This call needs one of: {field}', 'Questa chiamata richiede uno tra: {field}'],
  noTargets: [
    400,
    'A call needs at least one other person: targetContacts',
    'Una chiamata richiede almeno un’altra persona: targetContacts',
  ],
  noParticipants: [400, 'there are no participants', 'there are no participants'],
  envelopeInvalid: [400, 'Not an encrypted message: {field}', 'Non è un messaggio cifrato: {field}'],
  recipientUnknown: [
    400,
    'Not encrypted for just those who are in it: {field}',
    'Non cifrato esattamente per chi ne fa parte: {field}',
  ],
  fileCutOff: [400, 'This file is not whole: {field}', 'Questo file non è completo: {field}'],
  notSignedIn: [401, 'You are not signed in', 'Accesso non effettuato'],
  sessionEnded: [401, 'This session has ended', 'Questa sessione è terminata'],
  tokenExpired: [401, 'The access token has expired', 'Il token di accesso è scaduto'],
  badApiKey: [401, 'Wrong API key: X-Api-Key', 'Chiave API errata: X-Api-Key'],
  badTimestamp: [
    401,
    'The clock of this device is more than 5 minutes off: X-Timestamp',
    'L’orologio di questo dispositivo è sfasato di oltre 5 minuti: X-Timestamp',
  ],
  notAllowed: [403, 'You are not allowed to do this', 'Operazione non consentita'],
  deviceLimit: [
    403,
    'The maximum number of devices for this account has been reached',
    'È stato raggiunto il numero massimo di dispositivi per questo account',
  ],
  invalidCode: [403, 'Invalid code or device not allowed', 'Codice non valido o dispositivo non consentito'],
  signInAgain: [
    403,
    'For this, log out and sign in again: it shows that it is you',
    'Per questo, esci e accedi di nuovo: dimostra che sei tu',
  ],
  callsOff: [403, 'Calls are switched off', 'Le chiamate sono disattivate'],
  roleMayNotCall: [403, 'Your role is not allowed to call', 'Il tuo ruolo non può chiamare'],
  serviceUsedUp: [
    403,
    'The service minutes are used up or the service has expired',
    'I minuti di servizio sono esauriti o il servizio è scaduto',
  ],
  callFull: [403, 'Reached the maximum number of participants', 'Raggiunto il numero massimo di partecipanti'],
  unknownEmail: [404, 'Unknown e-mail', 'E-mail sconosciuta'],
  notFound: [404, 'Not found', 'Non trovato'],
  methodNotAllowed: [405, 'This address does not take {field}', 'Questo indirizzo non accetta {field}'],
  noTargetReachable: [404, 'Nobody can be reached', 'Nessuno è raggiungibile'],
  tooSlow: [408, 'The data came too slowly', 'I dati sono arrivati troppo lentamente'],
  targetsBusy: [409, 'Already in another call', 'Già in un’altra chiamata'],
  callTaken: [409, 'Somebody else has answered', 'Ha già risposto qualcun altro'],
  historyInProgress: [409, 'getCallHistory already in progress', 'getCallHistory already in progress'],
  conflict: [409, 'Already there', 'Già presente'],
  notesChanged: [409, 'Somebody has written other notes meanwhile', 'Nel frattempo qualcuno ha scritto altre note'],
  keysChanged: [
    409,
    'Your keys were changed on another device meanwhile',
    'Nel frattempo le tue chiavi sono state cambiate su un altro dispositivo',
  ],
  invitationUsed: [410, 'This invitation has been used already', 'Questo invito è già stato usato'],
  invitationExpired: [410, 'This invitation has expired', 'Questo invito è scaduto'],
  invitationRevoked: [
    410,
    'This invitation was withdrawn or replaced by a newer one',
    'Questo invito è stato ritirato o sostituito da uno più recente',
  ],
  guestLinkUsed: [410, 'Somebody has come in by this link already', 'Qualcuno è già entrato con questo link'],
  guestLinkExpired: [410, 'This link has expired', 'Questo link è scaduto'],
  guestLinkRevoked: [410, 'This link was revoked', 'Questo link è stato revocato'],
  guestLinkOver: [410, 'The call of this link is over', 'La chiamata di questo link è terminata'],
  callClosed: [410, 'Call already closed', 'Chiamata già chiusa'],
  picDeleted: [410, 'This snapshot has been deleted', 'Questa foto è stata eliminata'],
  tooLarge: [413, 'Too large: {field}', 'Troppo grande: {field}'],
  tooManyPixels: [413, 'This picture has too many pixels: {field}', 'Questa immagine ha troppi pixel: {field}'],
  notAnImage: [415, 'The uploaded file is not an image: {field}', 'Il file caricato non è un’immagine: {field}'],
  notAPdf: [415, 'The attachment is not a PDF: {field}', 'L’allegato non è un PDF: {field}'],
  notAnMp3: [415, 'The audio is not an mp3: {field}', 'L’audio non è un mp3: {field}'],
  notAnMp4: [415, 'The video is not an mp4: {field}', 'Il video non è un mp4: {field}'],
  otherKind: [
    415,
    'This file is not what its name says: {field}',
    'Questo file non è ciò che dice il suo nome: {field}',
  ],
  unsupportedType: [415, 'This kind of content is not taken', 'Tipo di contenuto non accettato'],
  tooManyTries: [429, 'Too many tries. Wait a little.', 'Troppi tentativi. Attendi un momento.'],
  tooManyToday: [
    429,
    'You have reached the most that one person may send or make in a day. Try again tomorrow.',
    'Hai raggiunto il massimo che una persona può inviare o creare in un giorno. Riprova domani.',
  ],
  internal: [500, 'Something went wrong on the server ({field})', 'Si è verificato un errore sul server ({field})'],
  starting: [503, 'The server is starting or stopping', 'Il server è in avvio o in arresto'],
});

export type ErrorName = keyof typeof errors;
export type Language = 'en' | 'it';
export const languages: readonly Language[] = ['en', 'it'];

/** The result code of an error. */
export const codeOf = (name: ErrorName): number => errors[name][0];

/** The words of an error; `field` is what it names. */
export function messageOf(name: ErrorName, language: Language, field = ''): string {
  // By a function: `$&` and the like in a field's name are no pattern.
  return errors[name][language === 'it' ? 2 : 1].replace('{field}', () => field);
}
