/** The page of a call marks contents under a lower scheme than the one in force, by any author. */
import {
  callDetails,
  callPic,
  encode,
  getCall,
  getCallFile,
  listCallPics,
  listPicDrawings,
  picDrawing,
  storedFile,
} from '@earth/contracts';
import { createKeyBundle } from '@earth/crypto/keys';
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import * as config from '../../platform/config';
import { answers, callId, giulia, item, luca, open, pathOf, pic, setUpWorld } from './testing/page-world';

setUpWorld((await createKeyBundle()).privateKey);
const shouldBe = (cryptoSchema: 1 | 2) =>
  vi.spyOn(config, 'getConfig').mockReturnValue({ ...config.getConfig(), cryptoSchema });

const notes = (cryptoSchema: 0 | 1) => ({
  uniqueId: callId,
  notes: 'Order a new seal',
  cryptoSchema,
  date: item.startDate,
  author: { uniqueId: giulia.uniqueId, name: giulia.name },
});
const region = async (name: string) => within(await screen.findByRole('region', { name }));

beforeEach(() => {
  answers.set(pathOf(getCall), encode(callDetails, { ...item, notes: notes(0) }));
});

test('marks a subject and notes that are not encrypted', async () => {
  shouldBe(1);
  open();
  expect(await (await region('The call')).findByText('Not encrypted')).toBeDefined();
  expect(await (await region('Notes')).findByText('Not encrypted')).toBeDefined();
});

test('marks a subject and notes that should be signed', async () => {
  shouldBe(2);
  const call = { ...item.call, cryptoSchema: 1 as const, subject: '{}' };
  answers.set(pathOf(getCall), encode(callDetails, { ...item, call, notes: notes(1) }));
  open();
  expect(await (await region('The call')).findByText('Not signed')).toBeDefined();
  expect(await (await region('Notes')).findByText('Not signed')).toBeDefined();
});

test('marks a snapshot, in the list and in the viewer', async () => {
  shouldBe(1);
  const one = pic('one.jpg');
  answers.set(pathOf(listCallPics), [encode(callPic, one)]);
  answers.set(pathOf(listPicDrawings, { id: callId, picId: one.uniqueId }), []);
  const stored = { fileName: one.imageFileName, base64: '/9j/4A==', cryptoSchema: 0 } as const;
  answers.set(pathOf(getCallFile, { callId, imageFileName: one.imageFileName }), encode(storedFile, stored));
  open();
  expect(await (await region('Snapshots')).findByText('Not encrypted')).toBeDefined();
  fireEvent.click(await screen.findByRole('button', { name: /^Snapshot 1/ }));
  expect(within(await screen.findByRole('dialog')).getByText('Not encrypted')).toBeDefined();
});

test('marks a drawing on an encrypted snapshot', async () => {
  shouldBe(1);
  const one = { ...pic('one.jpg'), cryptoSchema: 1 as const };
  const drawing = {
    uniqueId: callId,
    picUniqueId: one.uniqueId,
    contactUniqueId: luca.uniqueId,
    drawing: '[]',
    cryptoSchema: 0 as const,
    edition: 1,
    entries: 1,
  };
  answers.set(pathOf(listCallPics), [encode(callPic, one)]);
  answers.set(pathOf(listPicDrawings, { id: callId, picId: one.uniqueId }), [encode(picDrawing, drawing)]);
  const stored = { fileName: one.imageFileName, base64: '/9j/4A==', cryptoSchema: 1 } as const;
  answers.set(pathOf(getCallFile, { callId, imageFileName: one.imageFileName }), encode(storedFile, stored));
  open();
  expect(await (await region('Snapshots')).findByText('Not encrypted')).toBeDefined();
});

test('contents under the scheme in force are not marked', async () => {
  const call = { ...item.call, cryptoSchema: 1 as const, subject: '{}' };
  answers.set(pathOf(getCall), encode(callDetails, { ...item, call, notes: notes(1) }));
  shouldBe(1);
  open();
  await region('Notes');
  expect(screen.queryByText(/^Not (encrypted|signed)/)).toBeNull();
});
