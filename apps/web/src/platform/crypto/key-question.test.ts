import { renderHook, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { testContact } from '../../testing/people';
import { createKeyQuestions, useKeyQuestion } from './key-question';
import { isNews, recordComparison, dismissKeyNews } from './key-trust';
import { forgetKnownKeys, recordKnownKeys, useKnownKeys } from './known-keys';
import { AppScope, beginScope } from '../../testing/scope';
import type { SessionScope } from '../session/session-scope';

const giulia = testContact({ publicKey: 'hers' });
const substituted = { ...giulia, publicKey: 'of somebody between' };

let scope: SessionScope;
const questions = () => scope.get(createKeyQuestions);
const question = () => renderHook(useKeyQuestion, { wrapper: AppScope }).result;
const newsOfGiulia = () => Object.values(renderHook(useKnownKeys, { wrapper: AppScope }).result.current).map(isNews);

beforeEach(async () => {
  scope = beginScope();
  await forgetKnownKeys();
  await recordKnownKeys(scope, [giulia]);
});

/** Seals for a person and answers the question; resolves to whom it was not sealed for. */
async function answered(mayGoOn: boolean, person = substituted) {
  const asked = question();
  const refused = questions().findRefused([person]);
  await waitFor(() => expect(asked.current?.publicKey).toBe(person.publicKey));
  await questions().answer(person, mayGoOn);
  return [...(await refused)];
}

test('seals without asking when the number was never compared, and reports the changed keys', async () => {
  expect([...(await questions().findRefused([substituted]))]).toEqual([]);
  expect(newsOfGiulia()).toEqual([true]);
  await dismissKeyNews(scope, giulia.uniqueId);
  expect(newsOfGiulia()).toEqual([false]);
});

test('after a comparison, seals nothing for changed keys before the user agrees; then for these keys only', async () => {
  await recordComparison(scope, giulia, 'mine', true);
  expect([...(await questions().findRefused([giulia]))]).toEqual([]);
  expect(await answered(true)).toEqual([]);
  expect([...(await questions().findRefused([substituted]))]).toEqual([]);
  expect(await answered(false, { ...giulia, publicKey: 'yet another' })).toEqual([giulia.uniqueId]);
});

test('does not ask again about a person left out, until the user wants to decide again', async () => {
  await recordComparison(scope, giulia, 'mine', true);
  expect(await answered(false)).toEqual([giulia.uniqueId]);
  expect([...(await questions().findRefused([substituted]))]).toEqual([giulia.uniqueId]);
  questions().askAgain(substituted);
  await questions().answer(substituted, true);
  expect([...(await questions().findRefused([substituted]))]).toEqual([]);
});

test('tells whether it would ask, without asking', async () => {
  await recordComparison(scope, giulia, 'mine', true);
  const asked = question();
  expect([await questions().mustAsk([giulia]), await questions().mustAsk([substituted])]).toEqual([false, true]);
  expect(asked.current).toBeUndefined();
  await answered(false);
  expect(await questions().mustAsk([substituted])).toBe(false);
  questions().askAgain(substituted);
  expect(await questions().mustAsk([substituted])).toBe(true);
  await questions().answer(substituted, true);
  expect(await questions().mustAsk([substituted])).toBe(false);
});

test('one answer serves all that wait for it, and other recipients do not wait', async () => {
  await recordComparison(scope, giulia, 'mine', true);
  const marco = testContact({ uniqueId: '0190a000-0000-7000-8000-00000000000f', publicKey: 'his' });
  const asked = question();
  const both = [questions().findRefused([substituted]), questions().findRefused([substituted, marco])];
  await waitFor(() => expect(asked.current?.publicKey).toBe(substituted.publicKey));
  expect([...(await questions().findRefused([marco]))]).toEqual([]);
  await questions().answer(substituted, false);
  for (const one of both) expect([...(await one)]).toEqual([giulia.uniqueId]);
  expect(asked.current).toBeUndefined();
});

test('comparing again answers the question; «it is not the same» does not', async () => {
  await recordComparison(scope, giulia, 'mine', true);
  const other = { ...giulia, publicKey: 'of somebody else between' };
  const asked = question();
  const refused = questions().findRefused([other]);
  await waitFor(() => expect(asked.current?.publicKey).toBe(other.publicKey));
  await recordComparison(scope, other, 'mine', false);
  await questions().settleCompared(other);
  expect(asked.current?.publicKey).toBe(other.publicKey);
  await recordComparison(scope, other, 'mine', true);
  await questions().settleCompared(other);
  expect([...(await refused)]).toEqual([]);
});

test('the end of the session answers what waits, and nothing is asked after it', async () => {
  await recordComparison(scope, giulia, 'mine', true);
  const asked = question();
  const refused = questions().findRefused([substituted]);
  await waitFor(() => expect(asked.current?.publicKey).toBe(substituted.publicKey));
  scope.dispose();
  expect([...(await refused)]).toEqual([giulia.uniqueId]);
  expect([...(await questions().findRefused([substituted]))]).toEqual([giulia.uniqueId]);
});
