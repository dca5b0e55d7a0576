import { renderHook, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { testContact } from '../../testing/people';
import { answerKeyQuestion, askAgain, findRefused, mustAsk, settleCompared, useKeyQuestion } from './key-question';
import { isNews, noteCompared, putAwayNews } from './key-trust';
import { forgetKnownKeys, noteKeys, useKnownKeys } from './known-keys';

const giulia = testContact({ publicKey: 'hers' });
const substituted = { ...giulia, publicKey: 'of somebody between' };

const question = () => renderHook(useKeyQuestion).result;
const newsOfGiulia = () => Object.values(renderHook(useKnownKeys).result.current).map(isNews);

beforeEach(async () => {
  await forgetKnownKeys();
  await noteKeys([giulia]);
});

/** What is to be sealed waits until the person has said whether: for whom it is not sealed. */
async function answered(mayGoOn: boolean, person = substituted) {
  const asked = question();
  const refused = findRefused([person]);
  await waitFor(() => expect(asked.current?.publicKey).toBe(person.publicKey));
  await answerKeyQuestion(person, mayGoOn);
  return [...(await refused)];
}

test('whose number nobody compared is sealed for without a question, and that the keys are others is news', async () => {
  expect([...(await findRefused([substituted]))]).toEqual([]);
  expect(newsOfGiulia()).toEqual([true]);
  await putAwayNews(giulia.uniqueId);
  expect(newsOfGiulia()).toEqual([false]);
});

test('after a comparison nothing is sealed for other keys before the person says so; then for those and no others', async () => {
  await noteCompared(giulia, 'mine', true);
  expect([...(await findRefused([giulia]))]).toEqual([]);
  expect(await answered(true)).toEqual([]);
  expect([...(await findRefused([substituted]))]).toEqual([]);
  expect(await answered(false, { ...giulia, publicKey: 'yet another' })).toEqual([giulia.uniqueId]);
});

test('who is left out is not asked about again, until the person wants to decide', async () => {
  await noteCompared(giulia, 'mine', true);
  expect(await answered(false)).toEqual([giulia.uniqueId]);
  expect([...(await findRefused([substituted]))]).toEqual([giulia.uniqueId]);
  askAgain(substituted);
  await answerKeyQuestion(substituted, true);
  expect([...(await findRefused([substituted]))]).toEqual([]);
});

test('it is known whether the person would be asked, without asking', async () => {
  await noteCompared(giulia, 'mine', true);
  const asked = question();
  expect([await mustAsk([giulia]), await mustAsk([substituted])]).toEqual([false, true]);
  expect(asked.current).toBeUndefined();
  await answered(false);
  expect(await mustAsk([substituted])).toBe(false);
  askAgain(substituted);
  expect(await mustAsk([substituted])).toBe(true);
  await answerKeyQuestion(substituted, true);
  expect(await mustAsk([substituted])).toBe(false);
});

test('all that waits for one answer gets it, and others go on meanwhile', async () => {
  await noteCompared(giulia, 'mine', true);
  const marco = testContact({ uniqueId: '0190a000-0000-7000-8000-00000000000f', publicKey: 'his' });
  const asked = question();
  const both = [findRefused([substituted]), findRefused([substituted, marco])];
  await waitFor(() => expect(asked.current?.publicKey).toBe(substituted.publicKey));
  expect([...(await findRefused([marco]))]).toEqual([]);
  await answerKeyQuestion(substituted, false);
  for (const one of both) expect([...(await one)]).toEqual([giulia.uniqueId]);
  expect(asked.current).toBeUndefined();
});

test('comparing again answers it; «it is not the same» does not', async () => {
  await noteCompared(giulia, 'mine', true);
  const other = { ...giulia, publicKey: 'of somebody else between' };
  const asked = question();
  const refused = findRefused([other]);
  await waitFor(() => expect(asked.current?.publicKey).toBe(other.publicKey));
  await noteCompared(other, 'mine', false);
  await settleCompared(other);
  expect(asked.current?.publicKey).toBe(other.publicKey);
  await noteCompared(other, 'mine', true);
  await settleCompared(other);
  expect([...(await refused)]).toEqual([]);
});
