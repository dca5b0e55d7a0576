/** One purchase: asks for the card, sends it, and sends the same again as long as its outcome is not known. */
import { buyMinutes, type MinutePackage, type MinutesOffer, type Purchase, type testNonces } from '@earth/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, getConfig, NO_ANSWER, sendCall, session } from '../../../platform';
import { requestCardNonce } from '../../../platform/native/card-payment';
import { isInShell, PluginError } from '../../../platform/native/shell';
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
  /** No answer: the server or the provider may have it. */
  | { readonly name: 'unknown'; readonly payment: Payment }
  | { readonly name: 'paid' | 'declined' | 'failed'; readonly bought: MinutePackage };

const stepAfter = (state: Purchase['state'], payment: Payment): Step =>
  state === 'pending' ? { name: 'unknown', payment } : { name: state, bought: payment.bought };

/** Whether the server may have got the purchase all the same. */
const isUnknown = (error: unknown) => error instanceof ApiError && (error.code === NO_ANSWER || error.code >= 500);

export function usePurchase({ isTest, methods, currency, digits }: MinutesOffer) {
  const t = useTexts(texts);
  const client = useQueryClient();
  const refusalWords = useRefusalWords();
  const [step, setStep] = useState<Step>({ name: 'choosing', problem: null });
  const choose = (problem: string | null = null) => setStep({ name: 'choosing', problem });

  async function send(payment: Payment) {
    setStep({ name: 'paying', payment });
    const { key, nonce, bought } = payment;
    try {
      const { state } = await sendCall(buyMinutes, { key, nonce, currency, ...bought });
      setStep(stepAfter(state, payment));
      if (state === 'paid') await session.renewProfile().catch(() => undefined);
    } catch (error) {
      if (isUnknown(error)) setStep({ name: 'unknown', payment });
      else choose(refusalWords(error));
    }
    await Promise.all([
      client.invalidateQueries({ queryKey: purchasesQuery.queryKey }),
      client.invalidateQueries({ queryKey: ['usage'] }),
    ]);
  }

  const sendCard = (bought: MinutePackage, nonce: string) => send({ key: crypto.randomUUID(), bought, nonce });

  async function pay(bought: MinutePackage) {
    if (isTest && !isInShell()) return setStep({ name: 'testing', bought });
    setStep({ name: 'asking', bought });
    try {
      const minutes = t('minutes', { count: bought.minutes });
      const label = t('label', { name: getConfig().brand.name, minutes });
      const nonce = await requestCardNonce({ amount: bought.amount, currency, digits, label, methods });
      return nonce === null ? choose() : await sendCard(bought, nonce);
    } catch (error) {
      if (!(error instanceof PluginError)) throw error;
      // In a browser there is no plugin to name.
      choose(isInShell() ? null : t('noCard'));
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
    sendAgain: send,
  };
}
