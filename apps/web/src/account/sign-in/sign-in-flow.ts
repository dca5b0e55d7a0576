/**
 * State machine of the sign-in (D4.9, D4.10): e-mail, the customer if there are several, then the code or the customer's identity provider. Independent of React: a screen
 * shows its state and calls its actions.
 */
import {
  type CallInput,
  type checkEmail,
  CODE_DIGITS,
  type confirmCode,
  email as emailSchema,
  type Login,
  type signIn,
  type SignInCustomer as Customer,
} from '@earth/contracts';
import * as z from 'zod/mini';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { ApiError, NO_ANSWER } from '../../platform';
import type { SignInText } from './texts';

/** An error: a text of the app, or the server's message. */
export type Problem =
  | { readonly text: SignInText }
  | {
      readonly words: string;
      /** After too many tries: when the next one is accepted, in epoch milliseconds. */
      readonly until?: number;
    };

interface Common {
  readonly email: string;
  readonly isBusy: boolean;
  readonly problem: Problem | null;
}

export type SignInState =
  | ({ readonly step: 'email' } & Common)
  | ({ readonly step: 'customer'; readonly customers: readonly Customer[] } & Common)
  | ({ readonly step: 'signOn'; readonly customers: readonly Customer[]; readonly customer: Customer } & Common)
  | ({
      readonly step: 'code';
      readonly customers: readonly Customer[];
      readonly customer: Customer;
      /** When another code may be requested, in epoch milliseconds. */
      readonly resendAt: number;
    } & Common);

export interface SignInPorts {
  readonly checkEmail: (input: Pick<CallInput<typeof checkEmail>, 'email'>) => Promise<readonly Customer[]>;
  readonly confirmCode: (input: Pick<CallInput<typeof confirmCode>, 'email' | 'customCode'>) => Promise<null>;
  readonly signIn: (input: Pick<CallInput<typeof signIn>, 'email' | 'customCode' | 'password'>) => Promise<Login>;
  /** Stores the session; rejects if it cannot be stored. */
  readonly save: (login: Login) => Promise<void>;
  readonly now: () => number;
  readonly resendSeconds: () => number;
}

export interface SignInFlow {
  readonly store: StoreApi<SignInState>;
  setEmail(email: string): void;
  submitEmail(): Promise<void>;
  chooseCustomer(customer: Customer): Promise<void>;
  /** Instead of the identity provider. */
  sendCode(): Promise<void>;
  resend(): Promise<void>;
  /** Whether the sign-in succeeded. */
  submitCode(code: string): Promise<boolean>;
  changeEmail(): void;
}

/** The meaning of a refusal (403) depends on the step. */
function problemOf(error: unknown, refused: SignInText, now: number): Problem {
  if (!(error instanceof ApiError)) return { text: 'notSaved' };
  if (error.code === NO_ANSWER) return { text: 'noAnswer' };
  if (error.error === 'deviceLimit') return { text: 'deviceLimit' };
  if (error.code === 403 && error.error !== 'singleSignOnRequired') return { text: refused };
  if (error.error === 'unknownEmail') return { text: 'unknownEmail' };
  const { message: words, retryAfterSeconds: seconds } = error;
  return error.code === 429 && seconds !== null ? { words, until: now + seconds * 1000 } : { words };
}

/** The normalized address, or its problem. */
export function readEmail(typed: string): string | Problem {
  if (!typed.trim()) return { text: 'fieldEmpty' };
  const parsed = z.safeParse(emailSchema, typed);
  return parsed.success ? parsed.data : { text: 'emailFormat' };
}

function createSteps() {
  const store = createStore<SignInState>(() => ({ step: 'email', email: '', isBusy: false, problem: null }));
  const show = (state: SignInState) => store.setState(state, true);
  return {
    store,
    show,
    start(): SignInState {
      const state = { ...store.getState(), isBusy: true, problem: null };
      show(state);
      return state;
    },
    fail: (problem: Problem) => show({ ...store.getState(), isBusy: false, problem }),
  };
}

export function createSignInFlow(ports: SignInPorts): SignInFlow {
  const { store, show, start, fail } = createSteps();
  let lastCode: { readonly email: string; readonly customCode: string; readonly resendAt: number } | null = null;

  async function sendCode(customer: Customer, customers: readonly Customer[]) {
    const { email } = start();
    const customCode = customer.code;
    const showStep = (resendAt: number, problem: Problem | null) =>
      show({ step: 'code', email, customers, customer, isBusy: false, problem, resendAt });
    const isSent = lastCode?.email === email && lastCode.customCode === customCode;
    // After a step back: it is still valid, and the server would refuse to send another one so soon.
    if (lastCode && isSent && ports.now() < lastCode.resendAt) return showStep(lastCode.resendAt, null);
    try {
      await ports.confirmCode({ email, customCode });
      lastCode = { email, customCode, resendAt: ports.now() + ports.resendSeconds() * 1000 };
      showStep(lastCode.resendAt, null);
    } catch (error) {
      // A code was sent moments ago: it is still valid, and the next one has to wait.
      if (error instanceof ApiError && error.code === 429) {
        const problem = problemOf(error, 'deviceLimit', ports.now());
        showStep(ports.now() + (error.retryAfterSeconds ?? ports.resendSeconds()) * 1000, problem);
      } else fail(problemOf(error, 'deviceLimit', ports.now()));
    }
  }

  async function goOn(customer: Customer, customers: readonly Customer[]) {
    const { email } = store.getState();
    if (!customer.singleSignOn) await sendCode(customer, customers);
    else show({ step: 'signOn', email, customers, customer, isBusy: false, problem: null });
  }

  return {
    store,
    setEmail: (email) => show({ step: 'email', email, isBusy: false, problem: null }),
    async submitEmail() {
      const email = readEmail(store.getState().email);
      if (typeof email !== 'string') return fail(email);
      show({ ...start(), email });
      try {
        const customers = await ports.checkEmail({ email });
        const [first] = customers;
        if (customers.length === 1 && first) await goOn(first, customers);
        else if (first) show({ step: 'customer', email, customers, isBusy: false, problem: null });
        else fail({ text: 'unknownEmail' });
      } catch (error) {
        fail(problemOf(error, 'deviceLimit', ports.now()));
      }
    },
    async chooseCustomer(customer) {
      const state = store.getState();
      if (state.step === 'customer') await goOn(customer, state.customers);
    },
    async sendCode() {
      const state = store.getState();
      if (state.step === 'signOn') await sendCode(state.customer, state.customers);
    },
    async resend() {
      const state = store.getState();
      if (state.step === 'code' && ports.now() >= state.resendAt) await sendCode(state.customer, state.customers);
    },
    async submitCode(code) {
      const state = store.getState();
      if (state.step !== 'code' || state.isBusy) return false;
      if (code.length !== CODE_DIGITS) {
        fail({ text: 'codeTooShort' });
        return false;
      }
      const { email } = start();
      try {
        await ports.save(await ports.signIn({ email, customCode: state.customer.code, password: code }));
        return true;
      } catch (error) {
        fail(problemOf(error, 'invalidCode', ports.now()));
        return false;
      }
    },
    changeEmail: () => show({ step: 'email', email: store.getState().email, isBusy: false, problem: null }),
  };
}
