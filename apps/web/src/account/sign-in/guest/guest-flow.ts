/**
 * State machine of a guest link: look up the host, ask for a name, the call, and the reason of its end. Independent of React: a
 * screen shows its state and calls its actions.
 */
import {
  type CallInput,
  type enterAsGuest,
  type ErrorName,
  type GuestEntry,
  guestName,
  isBlank,
  type ReceivedGuestLink,
} from '@earth/contracts';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { ApiError, NO_ANSWER } from '../../../platform';
import type { GuestText } from './texts';

/** Why a link is invalid, or no longer valid. */
const overs = ['guestLinkOver', 'guestLinkRevoked', 'guestLinkExpired', 'guestLinkUsed', 'invalidCode'] as const;
export type Over = (typeof overs)[number];

export type Problem = { readonly text: GuestText } | { readonly words: string };

export type GuestState =
  /** `isSilent`: the server did not answer. */
  | { readonly step: 'looking'; readonly isSilent: boolean }
  | {
      readonly step: 'enter';
      readonly link: ReceivedGuestLink;
      readonly name: string;
      readonly isBusy: boolean;
      readonly problem: Problem | null;
    }
  | { readonly step: 'inside' }
  | { readonly step: 'over'; readonly why: Over };

export interface GuestPorts {
  readonly readGuestLink: (input: { code: string }) => Promise<ReceivedGuestLink>;
  readonly enterAsGuest: (input: Pick<CallInput<typeof enterAsGuest>, 'code' | 'name'>) => Promise<GuestEntry>;
  /** Stores the session; rejects if it cannot be stored. */
  readonly save: (entry: GuestEntry) => Promise<void>;
}

export interface GuestFlow {
  readonly store: StoreApi<GuestState>;
  /** Looks up the link; called again if the server did not answer, and after the end of a session to learn the reason. */
  lookUp(): Promise<void>;
  type(name: string): void;
  enter(): Promise<void>;
}

const isOver = (error: ErrorName | null): error is Over => overs.some((over) => over === error);
const overOf = (error: unknown): Over | null => (error instanceof ApiError && isOver(error.error) ? error.error : null);

function problemOf(error: unknown): Problem {
  if (!(error instanceof ApiError)) return { text: 'notSaved' };
  return error.code === NO_ANSWER ? { text: 'noAnswer' } : { words: error.message };
}

/** @param isInside this tab was inside before, and was reloaded */
export function createGuestFlow(ports: GuestPorts, code: string, isInside: boolean): GuestFlow {
  const store = createStore<GuestState>(() => {
    if (isInside) return { step: 'inside' };
    return code === '' ? { step: 'over', why: 'invalidCode' } : { step: 'looking', isSilent: false };
  });
  const show = (state: GuestState) => store.setState(state, true);

  return {
    store,
    async lookUp() {
      show({ step: 'looking', isSilent: false });
      try {
        show({ step: 'enter', link: await ports.readGuestLink({ code }), name: '', isBusy: false, problem: null });
      } catch (error) {
        const why = overOf(error);
        // The code was truncated or altered.
        if (why) show({ step: 'over', why });
        else if (error instanceof ApiError && error.code === 400) show({ step: 'over', why: 'invalidCode' });
        else show({ step: 'looking', isSilent: true });
      }
    },
    type(name) {
      const state = store.getState();
      if (state.step === 'enter' && !state.isBusy) show({ ...state, name, problem: null });
    },
    async enter() {
      const state = store.getState();
      if (state.step !== 'enter' || state.isBusy) return;
      const name = guestName.safeParse(state.name);
      if (!name.success) {
        show({ ...state, problem: { text: isBlank(state.name) ? 'nameEmpty' : 'nameTooLong' } });
        return;
      }
      show({ ...state, isBusy: true, problem: null });
      try {
        await ports.save(await ports.enterAsGuest({ code, name: name.data }));
        show({ step: 'inside' });
      } catch (error) {
        const why = overOf(error);
        show(why ? { step: 'over', why } : { ...state, problem: problemOf(error) });
      }
    },
  };
}
