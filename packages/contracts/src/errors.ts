/**
 * Words of every error in both languages. The envelope carries code and words in `result` and the name in `data.error`, so that a client
 * can tell two 403 apart. Clients show the words they receive and have none of their own.
 */
import { codeOf, type ErrorName } from './error-codes';

/** English and Italian; `{field}` is replaced by the field's name. */
const words: Readonly<Record<ErrorName, readonly [en: string, it: string]>> = {
  invalidInput: ['Invalid field: {field}', 'Campo non valido: {field}'],
  unknownFlag: ['This call needs one of: {field}', 'Questa chiamata richiede uno tra: {field}'],
  noTargets: [
    'A call needs at least one other person: targetContacts',
    'Una chiamata richiede almeno un’altra persona: targetContacts',
  ],
  noParticipants: ['there are no participants', 'there are no participants'],
  envelopeInvalid: ['Not an encrypted message: {field}', 'Non è un messaggio cifrato: {field}'],
  recipientUnknown: [
    'Not encrypted for just those who are in it: {field}',
    'Non cifrato esattamente per chi ne fa parte: {field}',
  ],
  fileCutOff: ['This file is not whole: {field}', 'Questo file non è completo: {field}'],
  notSignedIn: ['You are not signed in', 'Accesso non effettuato'],
  sessionEnded: ['This session has ended', 'Questa sessione è terminata'],
  tokenExpired: ['The access token has expired', 'Il token di accesso è scaduto'],
  badApiKey: ['Wrong API key: X-Api-Key', 'Chiave API errata: X-Api-Key'],
  badTimestamp: [
    'The clock of this device is more than 5 minutes off: X-Timestamp',
    'L’orologio di questo dispositivo è sfasato di oltre 5 minuti: X-Timestamp',
  ],
  notAllowed: ['You are not allowed to do this', 'Operazione non consentita'],
  deviceLimit: [
    'The maximum number of devices for this account has been reached',
    'È stato raggiunto il numero massimo di dispositivi per questo account',
  ],
  invalidCode: ['Invalid code or device not allowed', 'Codice non valido o dispositivo non consentito'],
  signInAgain: [
    'For this, log out and sign in again: it shows that it is you',
    'Per questo, esci e accedi di nuovo: dimostra che sei tu',
  ],
  callsOff: ['Calls are switched off', 'Le chiamate sono disattivate'],
  roleMayNotCall: ['Your role is not allowed to call', 'Il tuo ruolo non può chiamare'],
  serviceUsedUp: [
    'The service minutes are used up or the service has expired',
    'I minuti di servizio sono esauriti o il servizio è scaduto',
  ],
  callFull: ['Reached the maximum number of participants', 'Raggiunto il numero massimo di partecipanti'],
  unknownEmail: ['Unknown e-mail', 'E-mail sconosciuta'],
  notFound: ['Not found', 'Non trovato'],
  methodNotAllowed: ['This address does not take {field}', 'Questo indirizzo non accetta {field}'],
  noTargetReachable: ['Nobody can be reached', 'Nessuno è raggiungibile'],
  tooSlow: ['The data came too slowly', 'I dati sono arrivati troppo lentamente'],
  targetsBusy: ['Already in another call', 'Già in un’altra chiamata'],
  callTaken: ['Somebody else has answered', 'Ha già risposto qualcun altro'],
  historyInProgress: ['getCallHistory already in progress', 'getCallHistory already in progress'],
  conflict: ['Already there', 'Già presente'],
  notesChanged: ['Somebody has written other notes meanwhile', 'Nel frattempo qualcuno ha scritto altre note'],
  keysChanged: [
    'Your keys were changed on another device meanwhile',
    'Nel frattempo le tue chiavi sono state cambiate su un altro dispositivo',
  ],
  invitationUsed: ['This invitation has been used already', 'Questo invito è già stato usato'],
  invitationExpired: ['This invitation has expired', 'Questo invito è scaduto'],
  invitationRevoked: [
    'This invitation was withdrawn or replaced by a newer one',
    'Questo invito è stato ritirato o sostituito da uno più recente',
  ],
  guestLinkUsed: ['Somebody has come in by this link already', 'Qualcuno è già entrato con questo link'],
  guestLinkExpired: ['This link has expired', 'Questo link è scaduto'],
  guestLinkRevoked: ['This link was revoked', 'Questo link è stato revocato'],
  guestLinkOver: ['The call of this link is over', 'La chiamata di questo link è terminata'],
  callClosed: ['Call already closed', 'Chiamata già chiusa'],
  picDeleted: ['This snapshot has been deleted', 'Questa foto è stata eliminata'],
  tooLarge: ['Too large: {field}', 'Troppo grande: {field}'],
  tooManyPixels: ['This picture has too many pixels: {field}', 'Questa immagine ha troppi pixel: {field}'],
  notAnImage: ['The uploaded file is not an image: {field}', 'Il file caricato non è un’immagine: {field}'],
  notAPdf: ['The attachment is not a PDF: {field}', 'L’allegato non è un PDF: {field}'],
  notAnMp3: ['The audio is not an mp3: {field}', 'L’audio non è un mp3: {field}'],
  notAnMp4: ['The video is not an mp4: {field}', 'Il video non è un mp4: {field}'],
  otherKind: ['This file is not what its name says: {field}', 'Questo file non è ciò che dice il suo nome: {field}'],
  unsupportedType: ['This kind of content is not taken', 'Tipo di contenuto non accettato'],
  processingFailed: ['Failed to process the model', 'Elaborazione del modello non riuscita'],
  tooManyTries: ['Too many tries. Wait a little.', 'Troppi tentativi. Attendi un momento.'],
  tooManyToday: [
    'You have reached the most that one person may send or make in a day. Try again tomorrow.',
    'Hai raggiunto il massimo che una persona può inviare o creare in un giorno. Riprova domani.',
  ],
  tooManyCalls: [
    'Too many requests in a short time. Wait a moment.',
    'Troppe richieste in poco tempo. Attendi un momento.',
  ],
  tooManyUploads: [
    'Too many files are being sent at once. Wait until some of them have arrived.',
    'Troppi file in invio contemporaneamente. Attendi che qualcuno sia arrivato.',
  ],
  tooMuchToday: [
    'More has been sent than is allowed in one day. Try again tomorrow.',
    'È stato inviato più di quanto è consentito in un giorno. Riprova domani.',
  ],
  internal: ['Something went wrong on the server ({field})', 'Si è verificato un errore sul server ({field})'],
  starting: ['The server is starting or stopping', 'Il server è in avvio o in arresto'],
  diskFull: [
    'The server has no room left for files. Messages still go through. Please tell whoever runs it.',
    'Il server non ha più spazio per i file. I messaggi passano ancora. Avvisa chi lo gestisce.',
  ],
};

export type Language = 'en' | 'it';
export const languages: readonly Language[] = ['en', 'it'];

/** Words of an error; `field` is the name for `{field}`. */
export function messageOf(name: ErrorName, language: Language, field = ''): string {
  // A function as replacement, because `$&` in a field's name would be a pattern.
  return words[name][language === 'it' ? 1 : 0].replace('{field}', () => field);
}

/** Result code and words (English, Italian) of an error. */
export const errorOf = (name: ErrorName): readonly [code: number, en: string, it: string] => [
  codeOf(name),
  ...words[name],
];
