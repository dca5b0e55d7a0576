/** One purchase: asks for the card, sends it, and sends the same again as long as its outcome is not known. */
import { buyMinutes, type MinutePackage, type MinutesOffer, type Purchase, type testNonces } from '@earth/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError, getConfig, sendCall, session } from '../../../platform';
import { requestCardNonce } from '../../../platform/native/card-payment';
import { hasPlugin, isInShell, PluginError } from '../../../platform/native/shell';
import { reportPluginError } from '../../../shared/plugin-error';
import { useTexts } from '../../../shared/i18n';
import { useRefusalWords } from '../../../shared/use-request';
import { purchasesQuery } from './queries';
import { texts } from './texts';

interface Payment {
  /** The same for each try of one card, so that it is charged once. */
  readonly key: string;
  readonly bought: MinutePackage;
  readonly nonce: string;
}

export type Step =
  | { readonly name: 'choosing'; readonly problem: string | null }
  /** The provider for tests asks in the page. */
  | { readonly name: 'testing'; readonly bought: MinutePackage }
  | { readonly name: 'asking'; readonly bought: MinutePackage }
  | { readonly name: 'paying'; readonly payment: Payment }
  /** No answer: the server or the provider may have it. `problem`: why it could not be checked again. */
  | { readonly name: 'unknown'; readonly payment: Payment; readonly problem: string | null }
  | { readonly name: 'paid' | 'declined' | 'failed'; readonly bought: MinutePackage };

const stepAfter = (state: Purchase['state'], payment: Payment): Step =>
  state === 'pending' ? { name: 'unknown', payment, problem: null } : { name: state, bought: payment.bought };

/** Whether the server says that it has not begun the purchase. An error without its name may come from what is between. */
const isRefusal = (error: unknown) =>
  error instanceof ApiError && error.error !== null && error.code >= 400 && error.code < 500;

export function usePurchase({ isTest, methods, currency, digits }: MinutesOffer) {
  const t = useTexts(texts);
  const client = useQueryClient();
  const refusalWords = useRefusalWords();
  const [step, setStep] = useState<Step>({ name: 'choosing', problem: null });
  /** The request for a card that is under way: one at a time. Aborted, its nonce is not used. */
  const asking = useRef<AbortController>(null);
  function stopAsking() {
    asking.current?.abort();
    asking.current = null;
  }
  useEffect(() => stopAsking, []);

  function choose(problem: string | null = null) {
    stopAsking();
    setStep({ name: 'choosing', problem });
  }

  /** @param isAgain it was sent before: whatever is wrong now says nothing of what came of it */
  async function send(payment: Payment, isAgain = false) {
    setStep({ name: 'paying', payment });
    const { key, nonce, bought } = payment;
    try {
      const { state } = await sendCall(buyMinutes, { key, nonce, currency, ...bought });
      setStep(stepAfter(state, payment));
      if (state === 'paid') await session.renewProfile().catch(() => undefined);
    } catch (error) {
      if (isAgain) setStep({ name: 'unknown', payment, problem: refusalWords(error) });
      else if (isRefusal(error)) choose(refusalWords(error));
      else setStep({ name: 'unknown', payment, problem: null });
    }
    await Promise.all([
      client.invalidateQueries({ queryKey: purchasesQuery.queryKey }),
      client.invalidateQueries({ queryKey: ['usage'] }),
    ]);
  }

  const sendCard = (bought: MinutePackage, nonce: string) => send({ key: crypto.randomUUID(), bought, nonce });

  async function pay(bought: MinutePackage) {
    if (asking.current) return;
    if (isTest && !hasPlugin('CardPayment')) return setStep({ name: 'testing', bought });
    asking.current = new AbortController();
    const { signal } = asking.current;
    setStep({ name: 'asking', bought });
    const minutes = t('minutes', { count: bought.minutes });
    const label = t('label', { name: getConfig().brand.name, minutes });
    try {
      const nonce = await requestCardNonce({ amount: bought.amount, currency, digits, label, methods, signal });
      if (signal.aborted) return;
      asking.current = null;
      return nonce === null ? choose() : await sendCard(bought, nonce);
    } catch (error) {
      if (signal.aborted) return;
      // In a browser there is no plugin to name.
      choose(isInShell() ? null : t('noCard'));
      if (!(error instanceof PluginError)) throw error;
      return isInShell() && reportPluginError(error);
    }
  }

  return {
    step,
    choose: () => choose(),
    pay,
    payTest: (bought: MinutePackage, card: keyof typeof testNonces, nonces: typeof testNonces) =>
      sendCard(bought, nonces[card]),
    /** The same purchase again: it is charged once. */
    sendAgain: (payment: Payment) => send(payment, true),
  };
}
