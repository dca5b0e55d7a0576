/** The terms of use and the privacy notice, with the facts of Discover 1, 5 and 9. A build of one's own has words of its own here. */
import type { Language } from '@earth/contracts';

interface Section {
  readonly heading: string;
  readonly paragraphs: readonly string[];
}

interface Terms {
  readonly updated: string;
  readonly terms: readonly Section[];
  readonly privacy: readonly Section[];
}

const en: Terms = {
  updated: 'Terms updated on 12 March 2021, privacy notice changed in March 2021.',
  terms: [
    {
      heading: 'Who may use it',
      paragraphs: [
        'Looking around is open to everybody. An account is by invitation only: the company that uses the service creates it for the people it names. Whoever has an account is 18 years old or over.',
        'The service is free of charge for the people who use it.',
      ],
    },
    {
      heading: 'Your account',
      paragraphs: [
        'You sign in with your e-mail address and a one-time code that is sent to it. Nobody will ever ask you for that code by telephone or in a message: keep it to yourself, and keep the address up to date.',
        'You answer for what is done with your account until you tell us that somebody else has got hold of it.',
      ],
    },
    {
      heading: 'What you write and send',
      paragraphs: [
        'Texts, pictures, drawings and files that you send or publish must be lawful and must not offend anybody. You keep your rights in them, and say by sending them that you may.',
        'What breaks these rules may be taken down, and the account that it came from may be closed.',
      ],
    },
    {
      heading: 'Help at a distance',
      paragraphs: [
        'Whoever helps you sees what your camera shows. They advise; what you do at the machine you decide yourself, by the rules of your workplace. The service is not made for emergencies.',
      ],
    },
    {
      heading: 'Liability',
      paragraphs: [
        'We take care that the service works, and do not promise that it does so without interruption. As far as the law allows, what we may owe you altogether is at most £100. Nothing here limits what may not be limited by law.',
      ],
    },
    {
      heading: 'The law',
      paragraphs: [
        'These terms are under English law, and the English courts decide. What protects you as a consumer where you live stays as it is.',
      ],
    },
  ],
  privacy: [
    {
      heading: 'Who is the controller',
      paragraphs: [
        'The company that runs this service is the data controller. The contact form reaches it, also where you want to use the rights below.',
      ],
    },
    {
      heading: 'What for, and why we may',
      paragraphs: [
        'Name, e-mail address, company, role and devices: so that you can use your account. The legal basis is the contract with you or your company.',
        'What the law makes us keep: to fulfil legal duties. The legal basis is that law.',
        'What you write to us: so that we can answer requests for support. The legal basis is your request.',
        'To provide these data for the account and for legal duties is mandatory: without them there can be no account.',
        'How often pages are looked at is counted without cookies and without anything about you.',
      ],
    },
    {
      heading: 'What stays closed to us',
      paragraphs: [
        'Calls, messages, files and drawings are encrypted from device to device. The server keeps them and cannot read them, unless your company has decided otherwise for its keys.',
      ],
    },
    {
      heading: 'Who receives them',
      paragraphs: [
        'People of your company and those whom you call or write to; whoever runs servers, mail and notifications on our behalf; authorities, where the law says so.',
        'Where one of them is outside the European Economic Area, data go there only under a decision of adequacy or the standard contractual clauses of the European Commission.',
      ],
    },
    {
      heading: 'How long',
      paragraphs: [
        'As long as the account exists, and then at most 10 years after it was cancelled, as far as the law wants it.',
      ],
    },
    {
      heading: 'Your rights',
      paragraphs: [
        'You may see your data, have them corrected, deleted, restricted or handed over, object to their use, and complain to the authority that protects data where you live.',
      ],
    },
  ],
};

const it: Terms = {
  updated: 'Termini aggiornati il 12 marzo 2021, informativa sulla privacy modificata a marzo 2021.',
  terms: [
    {
      heading: 'Chi può usarlo',
      paragraphs: [
        'Tutti possono guardarsi intorno. Un account si ottiene solo su invito: lo crea l’azienda che usa il servizio, per le persone che indica. Chi ha un account ha almeno 18 anni.',
        'Il servizio è gratuito per chi lo usa.',
      ],
    },
    {
      heading: 'Il tuo account',
      paragraphs: [
        'Accedi con il tuo indirizzo e-mail e con un codice monouso che ricevi lì. Nessuno ti chiederà mai quel codice per telefono o in un messaggio: tienilo per te, e tieni aggiornato l’indirizzo.',
        'Rispondi di ciò che viene fatto con il tuo account finché non ci dici che qualcun altro se ne è impossessato.',
      ],
    },
    {
      heading: 'Ciò che scrivi e invii',
      paragraphs: [
        'Testi, immagini, disegni e file che invii o pubblichi devono essere leciti e non devono offendere nessuno. I diritti restano tuoi e, inviandoli, dichiari di poterlo fare.',
        'Ciò che viola queste regole può essere rimosso, e l’account da cui proviene può essere chiuso.',
      ],
    },
    {
      heading: 'Assistenza a distanza',
      paragraphs: [
        'Chi ti aiuta vede ciò che mostra la tua fotocamera. Dà consigli; che cosa fare alla macchina lo decidi tu, secondo le regole del tuo posto di lavoro. Il servizio non è fatto per le emergenze.',
      ],
    },
    {
      heading: 'Responsabilità',
      paragraphs: [
        'Ci impegniamo perché il servizio funzioni, ma non promettiamo che sia senza interruzioni. Nei limiti della legge, ciò che possiamo doverti è in tutto al massimo 100 sterline (£100). Nulla qui limita ciò che per legge non può essere limitato.',
      ],
    },
    {
      heading: 'La legge',
      paragraphs: [
        'Questi termini sono regolati dal diritto inglese e decidono i tribunali inglesi. Restano ferme le norme che ti tutelano come consumatore dove vivi.',
      ],
    },
  ],
  privacy: [
    {
      heading: 'Chi è il titolare',
      paragraphs: [
        'L’azienda che gestisce questo servizio è titolare del trattamento. La raggiungi con il modulo di contatto, anche per esercitare i diritti indicati sotto.',
      ],
    },
    {
      heading: 'A che scopo, e su quale base',
      paragraphs: [
        'Nome, indirizzo e-mail, azienda, ruolo e dispositivi: perché tu possa usare il tuo account. La base giuridica è il contratto con te o con la tua azienda.',
        'Ciò che la legge ci impone di conservare: per adempiere a obblighi di legge. La base giuridica è quella legge.',
        'Ciò che ci scrivi: per rispondere alle richieste di assistenza. La base giuridica è la tua richiesta.',
        'Fornire questi dati per l’account e per gli obblighi di legge è obbligatorio: senza di essi non può esserci un account.',
        'Quante volte le pagine vengono guardate si conta senza cookie e senza nulla che riguardi te.',
      ],
    },
    {
      heading: 'Ciò che non possiamo leggere',
      paragraphs: [
        'Chiamate, messaggi, file e disegni sono cifrati da dispositivo a dispositivo. Il server li conserva e non può leggerli, a meno che la tua azienda non abbia deciso diversamente per le sue chiavi.',
      ],
    },
    {
      heading: 'Chi li riceve',
      paragraphs: [
        'Le persone della tua azienda e quelle che chiami o a cui scrivi; chi gestisce per noi server, posta e notifiche; le autorità, dove la legge lo prevede.',
        'Se qualcuno di loro è fuori dallo Spazio economico europeo, i dati vi arrivano solo in base a una decisione di adeguatezza o alle clausole contrattuali tipo della Commissione europea.',
      ],
    },
    {
      heading: 'Per quanto tempo',
      paragraphs: [
        'Finché esiste l’account, e poi al massimo per 10 anni dopo la sua cancellazione, nella misura voluta dalla legge.',
      ],
    },
    {
      heading: 'I tuoi diritti',
      paragraphs: [
        'Puoi vedere i tuoi dati, farli correggere, cancellare, limitare o trasferire, opporti al loro uso e presentare reclamo all’autorità che protegge i dati dove vivi.',
      ],
    },
  ],
};

export const termsText: Readonly<Record<Language, Terms>> = { en, it };
