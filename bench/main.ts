/** Runs all benches one after the other and stores their results: see README.md. Arguments select some of them. */
import { measureCalls } from './call';
import { measureChat } from './chat';
import { measureCompany } from './company';
import { measureConnected } from './connected';
import { measureContents } from './contents';
import { measureEncryption } from './encryption';
import { type Figure, printSummary, summarize } from './figures';
import { measureMap } from './map';
import { mediaBenches } from './media/index';
import { measureMessages } from './messages';
import { measurePen } from './pen';
import { recognitionBenches } from './recognition';
import { measurePredict } from './predict';
import { measureProcess } from './process';
import { measureReload } from './reload';
import { describeMachine, loadNow, storeRun } from './results';
import { measureRing } from './ring';
import { measureRoom } from './room';
import { measureSaved } from './saved';
import { measureCallRate } from './calls';
import { measureShown } from './shown';
import { measureSignIn } from './sign-in';
import { measureSnapshot } from './snapshot';
import { measureMemory, measureStartUp } from './start-up';
import { measureBackup } from './storage/backup';
import { measureBlobs } from './storage/blobs';
import { measureContainer } from './storage/container';
import { measureTable } from './table';
import { measureView } from './view';
import { visionBenches } from './vision';
import { measureVisitor } from './visitor';

const benches: Readonly<
  Record<string, { readonly title: string; readonly measure: () => Promise<readonly Figure[]> }>
> = {
  call: { title: 'Call set-up, beside a bare page in the same browsers', measure: measureCalls },
  ...mediaBenches,
  snapshot: {
    title: 'A photograph of 12 megapixels, beside a bare page in the same browsers',
    measure: measureSnapshot,
  },
  pen: { title: 'Pen to the other screen, beside a bare page in the same browsers', measure: measurePen },
  ring: { title: 'Ring to the other side, 1,000 people online, beside a bare server', measure: measureRing },
  calls: { title: 'Calls of two a second, beside a bare server, and their memory', measure: measureCallRate },
  messages: {
    title: 'A message to the other side, 1,000 people online, 100 a second, beside a bare server',
    measure: measureMessages,
  },
  shown: {
    title:
      'Enter to the other screen, 1,000 people online, 100 messages a second, beside a bare page in the same browsers',
    measure: measureShown,
  },
  chat: { title: 'Messages a second until p99 passes 200 ms, beside a bare server and ejabberd', measure: measureChat },
  company: {
    title: 'A company of 1,000 and of 10,000 people online, on one server and on three with one Redis',
    measure: measureCompany,
  },
  room: { title: 'A room of 10,000 messages, beside a bare page with as many rows', measure: measureRoom },
  contents: {
    title: 'Ten of 1,000 and of 100,000 contents, beside a bare server and Directus without and with its cache',
    measure: measureContents,
  },
  table: {
    title: 'The table of 100,000 contents in the back office, beside Directus',
    measure: measureTable,
  },
  saved: { title: 'From «Save» in the content editor to a visitor’s page', measure: measureSaved },
  reload: { title: 'A list of 100 contents on a visitor’s line, loaded and loaded again', measure: measureReload },
  visitor: { title: 'A visitor’s phone: Lighthouse, taps, 1,000 cards, beside a bare page', measure: measureVisitor },
  process: {
    title: 'Visitors who read while 100 views of a model are processed',
    measure: measureProcess,
  },
  predict: {
    title: 'A photograph to the products that are like it, out of 5,000, with 20 people asking',
    measure: measurePredict,
  },
  map: {
    title: 'A layer of 10,000 shapes on a phone’s map, beside a bare page of the same library',
    measure: measureMap,
  },
  view: {
    title: 'A view of 12 megapixels with 200 points and a mask in its editor, beside a bare canvas',
    measure: measureView,
  },
  encryption: { title: 'One message for 2, 20 and 200 readers, beside bare WebCrypto', measure: measureEncryption },
  'sign-in': { title: 'Sign-in round trip', measure: measureSignIn },
  'start-up': { title: 'Start-up, until /readyz says yes', measure: measureStartUp },
  connected: {
    title: 'Memory of somebody who is online, 1,000 of them, beside a bare server',
    measure: measureConnected,
  },
  blobs: { title: 'Files in S3, beside files on the disk', measure: measureBlobs },
  container: { title: 'The start of the container image, beside the same server outside', measure: measureContainer },
  backup: { title: 'Messages while 10 GB are backed up', measure: measureBackup },
  ...recognitionBenches,
  memory: { title: 'Memory at rest (proportional set size)', measure: measureMemory },
  ...visionBenches,
};

/** The names of benches that arguments select: a name, or the first word of several (`vision`) and then their second words (`sweep`). */
function selected(args: readonly string[]): readonly string[] {
  const names = Object.keys(benches);
  const chosen: string[] = [];
  let group = '';
  for (const [at, word] of args.entries()) {
    const inGroup = `${group}-${word}`;
    if (names.includes(inGroup)) chosen.push(inGroup);
    else if (names.includes(word)) chosen.push(word);
    else {
      group = word;
      const members = names.filter((name) => name.startsWith(`${word}-`));
      if (members.length === 0) throw new RangeError(`Unknown bench ${word}. Benches: ${names.join(', ')}.`);
      if (!names.includes(`${word}-${args[at + 1] ?? ''}`)) chosen.push(...members);
    }
  }
  return chosen;
}

const wanted = selected(process.argv.slice(2));

for (const [name, { title, measure }] of Object.entries(benches)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n${title}`);
  const load = loadNow();
  const figures = (await measure()).map(summarize);
  // It was skipped: the last results stay.
  if (figures.length === 0) continue;
  for (const figure of figures) printSummary(figure);
  storeRun(name, { title, date: new Date().toISOString(), machine: describeMachine(), load, figures });
}
