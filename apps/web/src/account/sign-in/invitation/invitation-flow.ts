/**
 * State machine of an invitation: looks up the link, shows it, and accepts it with one tap. A user with a code but no link enters
 * e-mail and code. Independent of React: a screen shows its state and calls its actions.
 */
import {
  type CallInput,
  type ErrorName,
  INVITATION_CODE_DIGITS,
  type Login,
  type readInvitation,
  type ReceivedInvitation,
  type Registration,
} from '@earth/contracts';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { ApiError, NO_ANSWER } from '../../../platform';
import { type Problem, readEmail } from '../sign-in-flow';

/** Why an invitation is invalid. */
const overs = ['invitationUsed', 'invitationExpired', 'invitationRevoked', 'invalidCode'] as const;
export type Over = (typeof overs)[number];

/** From the link, or as typed. */
export type Credentials = CallInput<typeof readInvitation>;

interface Given {
  readonly email: string;
  readonly invitationCode: string;
}

type EnterProblem = Problem & { readonly field: keyof Given };

export type InvitationState =
  | ({ readonly step: 'enter'; readonly isBusy: boolean; readonly problem: EnterProblem | null } & Given)
  /** The link is being looked up; `isSilent`: the server did not answer. */
  | ({ readonly step: 'looking'; readonly isSilent: boolean } & Given)
  | ({
      readonly step: 'offer';
      readonly invitation: ReceivedInvitation;
      readonly isBusy: boolean;
      readonly problem: Problem | null;
    } & Given)
  | ({ readonly step: 'over'; readonly why: Over } & Given)
  /** The company's people sign in by its identity provider alone, which accepts the invitation. */
  | ({ readonly step: 'signOn' } & Given)
  | ({ readonly step: 'done' } & Given);

export interface InvitationPorts {
  readonly readInvitation: (held: Credentials) => Promise<ReceivedInvitation>;
  readonly register: (held: Credentials) => Promise<Registration>;
  /** Stores the session; rejects if it cannot be stored. */
  readonly save: (login: Login) => Promise<void>;
  /** Signs out another user on this device. */
  readonly signOut: () => Promise<void>;
}

export interface InvitationFlow {
  readonly store: StoreApi<InvitationState>;
  /** Looks up the link; called again if the server did not answer. */
  lookUp(): Promise<void>;
  enter(change: Partial<Given>): void;
  submit(): Promise<void>;
  /** @param isSomebodyElse another user is signed in on this device, and is signed out first */
  accept(isSomebodyElse: boolean): Promise<void>;
}

const isOver = (error: ErrorName | null): error is Over => overs.some((over) => over === error);
const overOf = (error: unknown): Over | null => (error instanceof ApiError && isOver(error.error) ? error.error : null);

function problemOf(error: unknown): Problem {
  if (!(error instanceof ApiError)) return { text: 'notSaved' };
  if (error.code === NO_ANSWER) return { text: 'noAnswer' };
  if (error.error === 'deviceLimit') return { text: 'deviceLimit' };
  return { words: error.message };
}

/** @param link the contents of the link; empty: none */
export function createInvitationFlow(ports: InvitationPorts, link: Given): InvitationFlow {
  const isLinked = link.email !== '' && link.invitationCode !== '';
  const store = createStore<InvitationState>(() =>
    isLinked ? { step: 'looking', isSilent: false, ...link } : { step: 'enter', isBusy: false, problem: null, ...link },
  );
  const show = (state: InvitationState) => store.setState(state, true);
  const given = (): Given => {
    const { email, invitationCode } = store.getState();
    return { email, invitationCode };
  };
  const offer = (invitation: ReceivedInvitation, problem: Problem | null = null) =>
    show({ step: 'offer', invitation, isBusy: false, problem, ...given() });

  function read(): Given | EnterProblem {
    const typed = given();
    const email = readEmail(typed.email);
    if (typeof email !== 'string') return { ...email, field: 'email' };
    const digits = typed.invitationCode.replaceAll(/\D/g, '');
    if (typed.invitationCode.trim() === '') return { text: 'fieldEmpty', field: 'invitationCode' };
    if (digits.length !== INVITATION_CODE_DIGITS) return { text: 'invitationCodeTooShort', field: 'invitationCode' };
    return { email, invitationCode: typed.invitationCode };
  }

  return {
    store,
    async lookUp() {
      show({ step: 'looking', isSilent: false, ...given() });
      try {
        offer(await ports.readInvitation(given()));
      } catch (error) {
        const why = overOf(error);
        // An address or a code that was truncated can be corrected by hand.
        if (why) show({ step: 'over', why, ...given() });
        else if (error instanceof ApiError && error.code === 400)
          show({ step: 'enter', isBusy: false, problem: null, ...given() });
        else show({ step: 'looking', isSilent: true, ...given() });
      }
    },
    enter: (change) => show({ step: 'enter', isBusy: false, problem: null, ...given(), ...change }),
    async submit() {
      const typed = read();
      if ('field' in typed) {
        show({ step: 'enter', isBusy: false, problem: typed, ...given() });
        return;
      }
      show({ step: 'enter', isBusy: true, problem: null, ...typed });
      try {
        offer(await ports.readInvitation(typed));
      } catch (error) {
        const why = overOf(error);
        const problem: Problem = why === 'invalidCode' ? { text: 'invitationInvalid' } : problemOf(error);
        if (why && why !== 'invalidCode') show({ step: 'over', why, ...typed });
        else show({ step: 'enter', isBusy: false, problem: { ...problem, field: 'invitationCode' }, ...typed });
      }
    },
    async accept(isSomebodyElse) {
      const state = store.getState();
      if (state.step !== 'offer' || state.isBusy) return;
      show({ ...state, isBusy: true, problem: null });
      try {
        if (isSomebodyElse) await ports.signOut();
        const { loginResult } = await ports.register(given());
        await ports.save(loginResult.loginData);
        show({ step: 'done', ...given() });
      } catch (error) {
        const why = overOf(error);
        if (why) show({ step: 'over', why, ...given() });
        else if (error instanceof ApiError && error.error === 'singleSignOnRequired')
          show({ step: 'signOn', ...given() });
        else offer(state.invitation, problemOf(error));
      }
    },
  };
}
