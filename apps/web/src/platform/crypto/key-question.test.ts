import { renderHook, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { testContact } from '../../testing/people';
import { answerKeyQuestion, askAgain, findRefused, mustAsk, settleCompared, useKeyQuestion } from './key-question';
import { isNews, recordComparison, putAwayNews } from './key-trust';
import { forgetKnownKeys, noteKeys, useKnownKeys } from './known-keys';

const giulia = testContact({ publicKey: 'hers' });
const substituted = { ...giulia, publicKey: 'of somebody between' };

const question = () => renderHook(useKeyQuestion).result;
const newsOfGiulia = () => Object.values(renderHook(useKnownKeys).result.current).map(isNews);

beforeEach(async () => {
  await forgetKnownKeys();
  await noteKeys([giulia]);
});

/** Seals for a person and answers the question; resolves to whom it was not sealed for. */
async function answered(mayGoOn: boolean, person = substituted) {
  const asked = question();
  const refused = findRefused([person]);
  await waitFor(() => expect(asked.current?.publicKey).toBe(person.publicKey));
  await answerKeyQuestion(person, mayGoOn);
  return [...(await refused)];
}

test('seals without asking when the number was never compared, and reports the changed keys', async () => {
  expect([...(await findRefused([substituted]))]).toEqual([]);
  expect(newsOfGiulia()).toEqual([true]);
  await putAwayNews(giulia.uniqueId);
  expect(newsOfGiulia()).toEqual([false]);
});

test('after a comparison, seals nothing for changed keys before the user agrees; then for these keys only', async () => {
  await recordComparison(giulia, 'mine', true);
  expect([...(await findRefused([giulia]))]).toEqual([]);
  expect(await answered(true)).toEqual([]);
  expect([...(await findRefused([substituted]))]).toEqual([]);
  expect(await answered(false, { ...giulia, publicKey: 'yet another' })).toEqual([giulia.uniqueId]);
});

test('does not ask again about a person left out, until the user wants to decide again', async () => {
  await recordComparison(giulia, 'mine', true);
  expect(await answered(false)).toEqual([giulia.uniqueId]);
  expect([...(await findRefused([substituted]))]).toEqual([giulia.uniqueId]);
  askAgain(substituted);
  await answerKeyQuestion(substituted, true);
  expect([...(await findRefused([substituted]))]).toEqual([]);
});

test('tells whether it would ask, without asking', async () => {
  await recordComparison(giulia, 'mine', true);
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

test('one answer serves all that wait for it, and other recipients do not wait', async () => {
  await recordComparison(giulia, 'mine', true);
  const marco = testContact({ uniqueId: '0190a000-0000-7000-8000-00000000000f', publicKey: 'his' });
  const asked = question();
  const both = [findRefused([substituted]), findRefused([substituted, marco])];
  await waitFor(() => expect(asked.current?.publicKey).toBe(substituted.publicKey));
  expect([...(await findRefused([marco]))]).toEqual([]);
  await answerKeyQuestion(substituted, false);
  for (const one of both) expect([...(await one)]).toEqual([giulia.uniqueId]);
  expect(asked.current).toBeUndefined();
});

test('comparing again answers the question; «it is not the same» does not', async () => {
  await recordComparison(giulia, 'mine', true);
  const other = { ...giulia, publicKey: 'of somebody else between' };
  const asked = question();
  const refused = findRefused([other]);
  await waitFor(() => expect(asked.current?.publicKey).toBe(other.publicKey));
  await recordComparison(other, 'mine', false);
  await settleCompared(other);
  expect(asked.current?.publicKey).toBe(other.publicKey);
  await recordComparison(other, 'mine', true);
  await settleCompared(other);
  expect([...(await refused)]).toEqual([]);
});
