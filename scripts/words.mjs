/** Words and turns that no screen, mail or push has: `docs/guides/writing.md` says how we write. A text that the documents name to the letter stays. */

/**
 * `of`: the app has the word for something else, or says it as people talk. What is written for developers and in contents may have it.
 * @typedef {{ language: string, words: RegExp, better: string, of?: 'app' }} Never
 */

/** @type {readonly Never[]} */
export const NEVER = [
  { language: 'en', words: /\bstands? (here|there|below|beside|on|in)\b/i, better: '«appears here»' },
  { language: 'en', words: /\bstays? (here|there)\b/i, better: '«is kept», or «appears here»' },
  { language: 'en', words: /\bwhoever\b/i, better: '«the person who», «anyone who»' },
  { language: 'en', words: /\bsomebody\b/i, better: '«someone», or say it without a person' },
  { language: 'en', words: /(^|[.:;?!] )Someone (?!else$)/, better: 'the name, or say it without a person' },
  { language: 'en', words: /\beverybody\b/i, better: '«everyone»' },
  { language: 'en', words: /\bnobody\b/i, better: '«no one»' },
  { language: 'en', words: /\banybody\b/i, better: '«anyone»' },
  { language: 'en', words: /\bthe net\b/i, better: '«connection»' },
  { language: 'en', words: /\b(is|are) there\b/i, better: '«available», «ready»' },
  { language: 'en', words: /\b(is|are) not (here|there)\b/i, better: '«not found»' },
  { language: 'en', words: /\bg(o|oes|oing) on\b/i, better: '«continue»' },
  { language: 'en', words: /\bdid not load\b/i, better: '«Couldn’t load …»' },
  { language: 'en', words: /\bfalter/i, better: '«may lag»' },
  { language: 'en', words: /\bhelp wanted\b/i, better: '«Needs help»' },
  { language: 'en', words: /\b(your|this|new|all|the) rooms?\b|^Rooms?\b/i, better: '«chat»', of: 'app' },
  { language: 'en', words: /\bsealed\b/i, better: '«encrypted», «can’t read»', of: 'app' },
  { language: 'en', words: /\banew\b/i, better: '«again», «new»' },
  { language: 'en', words: /\bswitched (on|off)\b/i, better: '«turned on», «turned off»' },
  { language: 'en', words: /\bmarkers?\b/i, better: '«AR picture»', of: 'app' },
  { language: 'en', words: /\b(among|from) (my|your|their) people\b/i, better: '«contacts»' },
  { language: 'en', words: /\bmark (left|right) of\b/i, better: '«icon to the left of»' },
  {
    language: 'en',
    words: /\b(cannot|(could|did|do|does|is|are|was|were|has|have|had|will|would) not)\b/i,
    better: '«can’t», «isn’t»',
    of: 'app',
  },
  { language: 'en', words: /\bmeanwhile\b/i, better: '«in the meantime»' },
  { language: 'en', words: /\brecogniz/i, better: '«recognise»' },
  { language: 'en', words: /(?<!-)\bmails?\b/i, better: '«e-mail»' },
  { language: 'en', words: /[«»]/, better: 'English quotation marks: “ ”' },
  { language: 'it', words: /\bstanz[ae]\b/i, better: '«chat»', of: 'app' },
  { language: 'it', words: /\bmarker\b/i, better: '«immagine AR»', of: 'app' },
  { language: 'it', words: /\btasti$/i, better: '«scorciatoie»' },
  { language: 'it', words: /\bdal vivo\b/i, better: '«in diretta»' },
  { language: 'it', words: /\bqui (si )?trov[ai] ciò/i, better: '«compariranno qui»' },
  { language: 'it', words: /\bciò che\b/i, better: '«quello che», o la cosa stessa' },
  { language: 'it', words: /\bnon (è|sono) stat[oaie] caricat/i, better: '«Impossibile caricare …»' },
  { language: 'it', words: /\bnon è stato possibile\b/i, better: '«Impossibile …», «… non riuscita»' },
  { language: 'it', words: /\brichiesta di aiuto\b/i, better: '«Richiesta di assistenza»' },
  { language: 'it', words: /\butente sul campo\b/i, better: '«tecnico sul campo»' },
  { language: 'it', words: /\bmuto\b/i, better: '«Silenzia»' },
  { language: 'it', words: /\bguarda in giro\b/i, better: '«Esplora»' },
  { language: 'it', words: /\bda sé(?![a-z])/i, better: 'chi lo fa, in forma attiva' },
  { language: 'it', words: /\b(fra|dalle) (le )?(tue|mie|sue) persone\b/i, better: '«tra i tuoi contatti»' },
  { language: 'it', words: /[“”]/, better: 'le virgolette italiane: « »' },
];

/** What the documents name to the letter, although it has such a word. @type {readonly (readonly [language: string, text: string])[]} */
export const TO_THE_LETTER = [
  ['en', 'The augmented reality section cannot be started, please try again later or contact technical support'],
  ['en', 'Download markers error'],
  ['en', 'Some fields have not been entered correctly'],
  ['en', 'The uploaded file is not an image'],
  ['en', 'The uploaded file is not an image: {{field}}'],
];

/**
 * @param {string} language
 * @param {string} text
 * @param {'app' | 'prose'} kind `prose`: what is written for developers, and contents.
 * @returns {string[]} One line for each word that it should not have.
 */
export function wordsNeverShown(language, text, kind = 'app') {
  if (TO_THE_LETTER.some(([of, kept]) => of === language && kept === text)) return [];
  const never = NEVER.filter((one) => one.language === language && (kind === 'app' || one.of === undefined));
  return never
    .filter(({ words }) => words.test(text))
    .map(({ words, better }) => `«${(words.exec(text)?.[0] ?? '').replace(/^[.:;?! ]+/, '').trim()}»: write ${better}`);
}
