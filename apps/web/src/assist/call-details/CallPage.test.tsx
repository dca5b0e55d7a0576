import {
  callDetails,
  callMessage,
  callPic,
  encode,
  getCall,
  getCallFile,
  getContactDetails,
  listCallMessages,
  listCallPics,
  listPicDrawings,
  listProducts,
  product,
  storedFile,
} from '@earth/contracts';
import { importPrivateKeys } from '@earth/crypto';
import { createKeyBundle } from '@earth/crypto/keys';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { setLanguage } from '../../shared/i18n';
import { session } from '../../platform';
import { callQuery } from '../../shared/call-queries';
import { createCipher } from '../../platform/crypto/cipher';
import {
  answers,
  callId,
  giulia,
  item,
  luca,
  marco,
  me,
  message,
  open,
  pathOf,
  pic,
  setUpWorld,
  world,
} from './testing/page-world';
import { queries } from '../../testing/scope';

const { publicKey, privateKey } = await createKeyBundle();
setUpWorld(privateKey);

test('the page shows people, time, duration, outcome and subject', async () => {
  open();
  expect(await screen.findByRole('heading', { name: 'Call with Luca Moretti' })).toBeDefined();
  expect(await screen.findByText('The seal drips')).toBeDefined();
  expect(screen.getByText(/^Thursday,? 20 November 2025, /)).toBeDefined();
  expect(screen.getByText('21:30')).toBeDefined();
  expect(screen.getByText('Answered')).toBeDefined();
  const fates = within(screen.getByRole('region', { name: 'People' })).getAllByRole('listitem');
  expect(fates.map((fate) => fate.textContent)).toEqual([
    expect.stringContaining('Luca MorettiCaller'),
    expect.stringContaining('Giulia Ferri (you)Participant'),
    expect.stringContaining('Marco BassiDidn’t answer'),
  ]);
});

test.each([
  ['en', 'Missed', 'missed'],
  ['it', 'Persa', 'missed'],
  ['it', 'Con risposta', 'left'],
] as const)('in «%s» the outcome is called as in the history: %s', async (language, outcome, mine) => {
  setLanguage(language);
  const state = (one: (typeof item)['participants'][number]) =>
    one.contact.uniqueId === me.uniqueId ? { ...one, state: mine } : one;
  const reason = mine === 'missed' ? 'missed' : 'answered';
  answers.set(pathOf(getCall), encode(callDetails, { ...item, reason, participants: item.participants.map(state) }));
  open();
  expect(await screen.findByText(outcome)).toBeDefined();
  setLanguage('en');
});

test('without a chosen subject a call for help says so in the reader’s language, and any other call has none', async () => {
  const without = (forHelp: boolean) => encode(callDetails, { ...item, call: { ...item.call, subject: '', forHelp } });
  answers.set(pathOf(getCall), without(true));
  open();
  expect(await screen.findByText('Needs help')).toBeDefined();
  act(() => setLanguage('it'));
  expect(await screen.findByText('Richiesta di assistenza')).toBeDefined();
  act(() => setLanguage('en'));
  answers.set(pathOf(getCall), without(false));
  await queries().invalidateQueries({ queryKey: callQuery(callId).queryKey });
  await waitFor(() => expect(screen.queryByText('Needs help')).toBeNull());
  expect(screen.queryByText('Subject')).toBeNull();
  expect(screen.getByText('Answered')).toBeDefined();
});

test('a call that was about a product tells its name in the reader’s language, on the page and in the report', async () => {
  const pump = {
    code: 'P-204',
    name: 'Feed pump',
    nameIt: 'Pompa di alimentazione',
    description: null,
    imageUrl: null,
  };
  answers.set(pathOf(listProducts), [encode(product, pump)]);
  const call = { ...item.call, subject: 'Feed pump', productCode: pump.code };
  answers.set(pathOf(getCall), encode(callDetails, { ...item, call }));
  open();
  expect(await screen.findByText('Feed pump')).toBeDefined();
  act(() => setLanguage('it'));
  expect(await screen.findByText('Pompa di alimentazione')).toBeDefined();
  expect(screen.queryByText('Feed pump', { ignore: false })).toBeNull();
  const report = within(screen.getByTestId('report'));
  expect(report.getByText('Pompa di alimentazione', { ignore: false })).toBeDefined();
  act(() => setLanguage('en'));
});

test('messages are shown in order, and unreadable ones are marked', async () => {
  const messages = [
    message('Which valve?'),
    message('{"Message":"","RecipientKeys":[]}', { cryptoSchema: 1 }),
    message('The small one', { sender: { uniqueId: me.uniqueId, name: me.name } }),
  ];
  answers.set(
    pathOf(listCallMessages),
    messages.map((one) => encode(callMessage, one)),
  );
  open();
  await screen.findByText('Which valve?');
  const rows = within(screen.getByRole('list', { name: 'Chat' })).getAllByRole('listitem');
  expect(rows.map((row) => row.textContent)).toEqual(
    ['Which valve?', 'You can’t read this message', 'The small one'].map((text) => expect.stringContaining(text)),
  );
});

/** A signed text by the user. */
async function signed(text: string, kind: 'message' | 'notes', id: string | null) {
  const keys = await importPrivateKeys(privateKey);
  const cipher = createCipher(2, async () => ({ uniqueId: me.uniqueId, keys }));
  return cipher.sealText(2, text, [{ uniqueId: me.uniqueId, publicKey }], { kind, within: callId, id });
}

/** A file sent by the user, with a signed name. */
async function ownFile() {
  const sealed = await signed('plan.pdf', 'message', 'c');
  const file = { fileName: 'plan.pdf', fileUrl: `/storage/calls/${callId}/plan.pdf`, fileSize: 2048 };
  return message(sealed, { sender: me, cryptoSchema: 2, clientId: 'c', ...file });
}

test('contents that are not genuine are marked without their text: message, file, snapshot, subject and notes', async () => {
  const isSigned = { cryptoSchema: 2 } as const;
  const messages = [message('{"Message":"Open V-12"}', isSigned), await ownFile()];
  const forged = { ...pic('1.bin'), ...isSigned };
  const details = {
    ...item,
    call: { ...item.call, ...isSigned },
    participants: item.participants.map(({ contact, ...one }) => ({ ...one, contact: { ...contact, publicKey } })),
    notes: {
      uniqueId: forged.uniqueId,
      notes: 'Done',
      ...isSigned,
      date: item.startDate,
      author: { uniqueId: giulia.uniqueId, name: '' },
    },
  };
  answers.set(pathOf(getCall), encode(callDetails, details));
  answers.set(
    pathOf(listCallMessages),
    messages.map((one) => encode(callMessage, one)),
  );
  answers.set(pathOf(listCallPics), [encode(callPic, forged)]);
  answers.set(pathOf(listPicDrawings, { id: callId, picId: forged.uniqueId }), []);
  for (const imageFileName of ['1.bin', 'plan.pdf']) {
    // The file's own scheme is ignored: its message or snapshot decides.
    const stored = { fileName: imageFileName, base64: btoa('{}'), cryptoSchema: 0 } as const;
    answers.set(pathOf(getCallFile, { callId, imageFileName }), encode(storedFile, stored));
  }
  open();
  await waitFor(() => expect(screen.getAllByText(/^Not genuine/)).toHaveLength(4));
  fireEvent.click(screen.getByRole('button', { name: /Download plan.pdf/ }));
  await waitFor(() => expect(screen.getAllByText(/^Not genuine/)).toHaveLength(5));
  for (const words of ['Open V-12', 'The seal drips', 'Done']) expect(screen.queryByText(words)).toBeNull();
});

test('notes attributed to another author with the same envelope are not genuine', async () => {
  const people = item.participants.map(({ contact, ...one }) => {
    const key = contact.uniqueId === me.uniqueId ? { publicKey } : {};
    return { ...one, contact: { ...contact, ...key } };
  });
  const notes = { uniqueId: callId, notes: await signed('Order a new seal', 'notes', null), date: item.startDate };
  const by = (author: { uniqueId: string; name: string }) =>
    encode(callDetails, { ...item, participants: people, notes: { ...notes, cryptoSchema: 2, author } });
  answers.set(pathOf(getCall), by(me));
  open();
  expect(await screen.findByText('Order a new seal')).toBeDefined();
  answers.set(pathOf(getCall), by(marco));
  await queries().invalidateQueries({ queryKey: callQuery(callId).queryKey });
  expect(await screen.findByText(/^Not genuine/)).toBeDefined();
  expect(screen.queryByText('Order a new seal')).toBeNull();
});

test('A8.9: «Unable to download» on the page of a call; the next try succeeds', async () => {
  const fileUrl = `/storage/calls/${callId}/plan.pdf`;
  const sent = message('plan.pdf', { fileName: 'plan.pdf', fileUrl, fileSize: 2048 });
  answers.set(pathOf(listCallMessages), [encode(callMessage, sent)]);
  answers.set(fileUrl, 'notFound');
  const saved: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:${saved.push(blob as Blob)}`);
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  open();
  fireEvent.click(await screen.findByRole('button', { name: 'Download plan.pdf' }));
  await screen.findByText('Unable to download');
  expect(saved).toEqual([]);

  answers.set(fileUrl, encode(storedFile, { fileName: 'plan.pdf', base64: btoa('The plan'), cryptoSchema: 0 }));
  fireEvent.click(screen.getByRole('button', { name: 'Download plan.pdf' }));
  await vi.waitFor(() => expect(saved).toHaveLength(1));
  expect(await saved[0]?.text()).toBe('The plan');
  expect(saved[0]?.type).toBe('application/pdf');
});

test('a snapshot that is no picture is marked, in the list and the viewer, and can be downloaded', async () => {
  const [one] = [pic('one.jpg')];
  answers.set(pathOf(listCallPics), [encode(callPic, one)]);
  answers.set(pathOf(listPicDrawings, { id: callId, picId: one.uniqueId }), []);
  const stored = { fileName: one.imageFileName, base64: btoa('Open the bypass first.'), cryptoSchema: 0 } as const;
  answers.set(pathOf(getCallFile, { callId, imageFileName: one.imageFileName }), encode(storedFile, stored));
  open();
  fireEvent.error(await screen.findByRole('img', { name: 'Snapshot 1' }));
  fireEvent.click(
    screen.getByRole('button', { name: /^Snapshot 1, Luca Moretti.* This picture can’t be displayed\.$/ }),
  );
  const viewer = within(await screen.findByRole('dialog', { name: 'Snapshots' }));
  fireEvent.error(viewer.getByRole('img', { name: 'Snapshot 1' }));
  expect(viewer.getByRole('status').textContent).toBe('This picture can’t be displayed.');
  expect(viewer.getByRole('button', { name: 'Download the snapshot' })).toBeDefined();
});

test('list, viewer and report name who took a snapshot, also if another device stored it', async () => {
  const pics = [pic('one.jpg'), { ...pic('two.jpg'), takenByUniqueId: giulia.uniqueId }];
  answers.set(
    pathOf(listCallPics),
    pics.map((one) => encode(callPic, one)),
  );
  for (const { imageFileName, uniqueId, cryptoSchema } of pics) {
    answers.set(pathOf(listPicDrawings, { id: callId, picId: uniqueId }), []);
    const file = encode(storedFile, { fileName: imageFileName, base64: btoa('jpg'), cryptoSchema });
    answers.set(pathOf(getCallFile, { callId, imageFileName }), file);
  }
  open();
  const captions = within(await screen.findByRole('list', { name: 'Snapshots' }));
  expect(await captions.findByText(/^1\. Luca Moretti, /)).toBeDefined();
  expect(captions.getByText(/^2\. Giulia Ferri, /)).toBeDefined();
  const report = within(screen.getByTestId('report'));
  expect(report.getByText(/^1 — Luca Moretti, /, { ignore: false })).toBeDefined();
  expect(report.getByText(/^2 — Giulia Ferri, /, { ignore: false })).toBeDefined();
  fireEvent.click(await screen.findByRole('button', { name: /^Snapshot 2, Giulia Ferri/ }));
  const viewer = within(await screen.findByRole('dialog', { name: 'Snapshots' }));
  expect(viewer.getByText(/^Snapshot 2 of 2, Giulia Ferri/)).toBeDefined();
});

test('a snapshot opens in the viewer; arrow keys change it, and Esc returns the focus', async () => {
  const pics = [pic('one.jpg'), pic('two.jpg'), { ...pic('sealed.bin'), cryptoSchema: 1 as const }];
  answers.set(
    pathOf(listCallPics),
    pics.map((one) => encode(callPic, one)),
  );
  for (const { imageFileName, uniqueId, cryptoSchema } of pics) {
    answers.set(pathOf(listPicDrawings, { id: callId, picId: uniqueId }), []);
    answers.set(
      pathOf(getCallFile, { callId, imageFileName }),
      encode(storedFile, { fileName: imageFileName, base64: '/9j/4A==', cryptoSchema }),
    );
  }
  open();
  const second = await screen.findByRole('button', { name: /^Snapshot 2, Luca Moretti/ });
  await screen.findByText('Not readable');
  second.focus();
  fireEvent.click(second);

  const viewer = await screen.findByRole('dialog', { name: 'Snapshots' });
  expect(within(viewer).getByText(/^Snapshot 2 of 3, Luca Moretti/)).toBeDefined();
  // Zooming is allowed, for example to read a serial number.
  fireEvent.keyDown(viewer, { key: '+' });
  expect(viewer.querySelector('[data-scale="1.5"]')).not.toBeNull();
  fireEvent.keyDown(viewer, { key: 'ArrowLeft' });
  expect(viewer.querySelector('[data-scale="1"]')).not.toBeNull();
  expect(within(viewer).getByText(/^Snapshot 1 of 3/)).toBeDefined();
  fireEvent.keyDown(viewer, { key: 'ArrowLeft' });
  fireEvent.keyDown(viewer, { key: 'ArrowRight' });
  fireEvent.keyDown(viewer, { key: 'ArrowRight' });
  expect(within(viewer).getByText(/^Snapshot 3 of 3/)).toBeDefined();
  expect(within(viewer).getByText('Not readable')).toBeDefined();
  fireEvent.keyDown(viewer, { key: 'Escape' });
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a user who was never in the call sees its outcome, and why there is nothing else', async () => {
  const missed = item.participants.map((one) => (one.contact === giulia ? { ...one, state: 'missed' as const } : one));
  answers.set(pathOf(getCall), encode(callDetails, { ...item, participants: missed }));
  answers.set(pathOf(listCallMessages), 'notAllowed');
  open();
  expect(await screen.findByText(/Only people who were in the call/)).toBeDefined();
  expect(screen.queryByRole('heading', { name: 'Chat' })).toBeNull();
});

test.each(['notFound', 'invalidInput'])('a call that the server refuses (%s) is shown as not found', async (error) => {
  answers.set(pathOf(getCall), error);
  open();
  expect(await screen.findByText('Call not found')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Show calls' })).toBeDefined();
});

test('a part that failed to load is marked, and can be retried', async () => {
  answers.set(pathOf(listCallMessages), 'tooManyTries');
  open();
  expect(await screen.findByText('Couldn’t load the chat')).toBeDefined();
  answers.set(pathOf(listCallMessages), [encode(callMessage, message('Which valve?'))]);
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Which valve?')).toBeDefined();
});

test('the page is printed when everything is loaded', async () => {
  const print = vi.fn<() => void>();
  vi.stubGlobal('print', print);
  let arrive = () => {};
  world.pictures = new Promise((resolve) => {
    arrive = resolve;
  });
  const one = pic('one.jpg');
  answers.set(pathOf(listCallPics), [encode(callPic, one)]);
  answers.set(pathOf(listPicDrawings, { id: callId, picId: one.uniqueId }), []);
  answers.set(
    pathOf(getCallFile, { callId, imageFileName: 'one.jpg' }),
    encode(storedFile, { fileName: 'one.jpg', base64: '/9j/4A==', cryptoSchema: 0 }),
  );
  open();
  await screen.findByText(/^1\. Luca Moretti/);
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Print or save as PDF' });
  await vi.waitFor(() => expect(button.disabled).toBe(true));
  arrive();
  await screen.findByRole('button', { name: /^Snapshot 1/ });
  await vi.waitFor(() => expect(button.disabled).toBe(false));
  fireEvent.click(button);
  expect(print).toHaveBeenCalledOnce();
});

test.each(['/pictures/logo.webp', null])(
  'the head of the report is of the company: its name, and its logo (%s)',
  async (logoUrl) => {
    session.store.setState({ status: 'signedIn', profile: { ...me, company: { ...me.company, logoUrl } } }, true);
    open();
    const head = (await screen.findByTestId('report')).querySelector('header');
    expect(head?.textContent).toContain(me.company.name);
    expect([...(head?.querySelectorAll('img') ?? [])].map((logo) => logo.getAttribute('src'))).toEqual(
      logoUrl === null ? [] : [logoUrl],
    );
  },
);

const peopleInReport = () =>
  [...screen.getByTestId('report').querySelectorAll('dl > div')]
    .map(({ textContent }) => textContent)
    .filter((text) => /^(On site|Operators|Not in the call)/.test(text));

test('the report has the e-mail addresses of those who were in the call', async () => {
  open();
  await vi.waitFor(() =>
    expect(peopleInReport()).toEqual([
      'On siteLuca Morettiluca@demo.example',
      `OperatorsGiulia Ferri${me.email}`,
      expect.stringMatching(/^Not in the callMarco Bassi \([^@]*\)$/),
    ]),
  );
});

test('the report names people without the address that the server does not tell, and is printed', async () => {
  answers.set(pathOf(getContactDetails, { id: luca.uniqueId }), 'notFound');
  open();
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Print or save as PDF' });
  await vi.waitFor(() => expect(button.disabled).toBe(false));
  expect(peopleInReport()).toContain('On siteLuca Moretti');
});
