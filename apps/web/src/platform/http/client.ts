/**
 * API client made from the contract: one function per call, so that the two cannot drift apart. A 401 causes one token refresh and
 * one retry (A4.41); calls that come meanwhile wait for that refresh.
 */
import type { Sending } from '@earth/messaging';
import {
  type AuthToken,
  authToken,
  type CallData,
  type CallInput,
  type CallSpec,
  decode,
  encode,
  entity,
  envelope,
  errorData,
  isErrorName,
  formFields,
  type Login,
  login,
  pathParameters,
  REFRESH_WAIT_MS,
  REFRESH_WAIT_TRIES,
  refreshToken,
  toFormText,
} from '@earth/contracts';
import { markGuests } from '../session/guest-names';
import * as z from 'zod/mini';
import { ApiError, BAD_REQUEST, NO_ANSWER, UNAUTHORIZED } from './api-error';
import { log, LogLevel } from '../app-log';
import { type Answer, exchange, type Request } from './exchange';
import type { BytesAnswer } from './exchange-bytes';
import { completeAddresses, shortenAddresses } from './file-addresses';
import type { ServerClock } from './server-clock';

/** Timeout of small calls. A file may take longer on a slow line, as long as it progresses. */
const SMALL_TIMEOUT_MS = 20_000;
const FILE_SILENCE_MS = 2 * 60_000;
/**
 * A refresh token is valid for 10 s after its first use: if the first try has no answer, the token is shown a second time within
 * that period. Only its arrival counts, so the second try has the full timeout.
 */
const FIRST_REFRESH_TIMEOUT_MS = 4_000;
/** Maximum tries after a 429, and maximum wait before each. */
const LIMIT_TRIES = 4;
const LIMIT_WAIT_SECONDS = 20;
const firstRefresh: AnyCall = { ...refreshToken };

export interface ClientPorts {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** For calls that carry files in either direction. Rejects if there was no answer. */
  readonly exchangeFile: (request: Request, sending?: Sending) => Promise<Answer>;
  /** For calls whose answer is bytes: a broken one is continued by further requests. Rejects if there was no answer. */
  readonly exchangeBytes: (makeRequest: () => Promise<Request>, sending?: Sending) => Promise<BytesAnswer>;
  readonly apiKey: () => string;
  readonly deviceId: () => string;
  readonly language: () => string;
  readonly clock: ServerClock;
  /** Adds the signature of the mobile shell. Never rejects because of it: the server decides whether it can do without. */
  readonly sign: (request: Request) => Promise<Request>;
  /** The server accepts nothing unsigned from this app, in its own words. */
  readonly onUnsigned: (message: string) => void;
  readonly wait: (ms: number) => Promise<void>;
  readonly readToken: () => AuthToken | null;
  readonly writeToken: (token: AuthToken) => void;
  /** Runs in one tab of this browser at a time, and reports whether it waited for another tab; false if that took too long. */
  readonly withRefreshLock: (run: (hasWaited: boolean) => Promise<boolean>) => Promise<boolean>;
  /** The session is over: the server refused the refresh of a present token, or there is no token any more. */
  readonly onSessionOver: () => void;
}

export type AnyCall = Pick<
  CallSpec,
  | 'name'
  | 'tag'
  | 'method'
  | 'path'
  | 'flag'
  | 'auth'
  | 'size'
  | 'answer'
  | 'query'
  | 'body'
  | 'data'
  | 'outlivesPage'
  | 'unsigned'
  | 'revalidated'
>;

/** Whether a call has no required input. */
type HasNoInput<Input> = keyof Input extends never ? true : Partial<Input> extends Input ? true : false;

export type Client<Calls extends Readonly<Record<string, AnyCall>>> = {
  readonly [Name in keyof Calls]: (
    ...args: HasNoInput<CallInput<Calls[Name]>> extends true
      ? [input?: CallInput<Calls[Name]>, sending?: Sending]
      : [input: CallInput<Calls[Name]>, sending?: Sending]
  ) => Promise<CallData<Calls[Name]>>;
};

type Input = Readonly<Record<string, unknown>>;

/** Whether the call replaces the session of a signed-in device. */
const replacesSession = (call: AnyCall) => call.auth === 'bearer' && call.data === login;

/** @throws ApiError `invalidInput` if the types were bypassed: a path must not contain «undefined» */
function requireParameter(input: Input, name: string): void {
  if (input[name] !== undefined) return;
  log(LogLevel.error, `missing param ${name}`);
  throw new ApiError({ code: BAD_REQUEST, error: 'invalidInput', message: '' });
}

function addressOf(call: AnyCall, input: Input): string {
  const path = pathParameters(call.path).reduce((text, name) => {
    requireParameter(input, name);
    return text.replace(`{${name}}`, encodeURIComponent(String(input[name])));
  }, call.path);
  const asked = formFields(call.query, input as never).map(([name, value]) => [name, toFormText(value)]);
  const query = new URLSearchParams(asked);
  const flag = call.flag && !query.has(call.flag) && call.flag;
  const parts = [flag, query.toString()].filter(Boolean).join('&');
  return parts ? `${path}?${parts}` : path;
}

/** Headers for the caller: the signed-in user, or an app with the API key. */
function headersOf(ports: ClientPorts, token: AuthToken | null): Record<string, string> {
  const language = { 'Accept-Language': ports.language() };
  if (token) return { ...language, Authorization: `Bearer ${token.token}` };
  return {
    ...language,
    'X-Api-Key': ports.apiKey(),
    'X-Device-Id': ports.deviceId(),
    'X-Timestamp': ports.clock.now().toISOString(),
  };
}

/** A sign-in or registration, reduced to its token. If the full entity does not parse but this does, the keys are missing. */
const tokenAlone = entity({ token: authToken });
const keyless = z.union([tokenAlone, entity({ loginResult: entity({ loginData: tokenAlone }) })]);

function readAnswer(call: AnyCall, { ok, status, retryAfter, json }: Answer): unknown {
  const answer = decode(envelope, completeAddresses(json));
  if (!answer.success) throw new ApiError({ code: ok ? NO_ANSWER : status, error: null, message: '' });
  const { result, data } = answer.data;
  if (!result.success) {
    const details = decode(errorData, data ?? {});
    const name = details.success ? details.data.error : undefined;
    const seconds = Number(retryAfter);
    throw new ApiError({
      code: result.code,
      error: isErrorName(name) ? name : null,
      message: result.message,
      fields: (details.success && details.data.fields) || {},
      retryAfterSeconds: Number.isFinite(seconds) && seconds > 0 ? seconds : null,
      now: details.success ? details.data.now : undefined,
    });
  }
  const decoded = decode(call.data, data ?? null);
  if (!decoded.success && decode(keyless, data ?? null).success) log(LogLevel.error, 'privateKey not received');
  if (!decoded.success) throw new ApiError({ code: NO_ANSWER, error: null, message: '' });
  return markGuests(decoded.data);
}

const readBytes = (call: AnyCall, answer: BytesAnswer) => (answer.ok ? answer.bytes : readAnswer(call, answer));

function noAnswer(): never {
  throw new ApiError({ code: NO_ANSWER, error: null, message: '' });
}

function timeoutOf(call: AnyCall): number {
  if (call === firstRefresh) return FIRST_REFRESH_TIMEOUT_MS;
  return call.size === 'file' ? FILE_SILENCE_MS : SMALL_TIMEOUT_MS;
}

/** A rate or upload limit was met before anything was done: the request may be repeated later. */
const isOverLimit = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.error === 'tooManyCalls' || error.error === 'tooManyUploads');

/** Retries after the delay that the server asks for. */
async function retryWhenAllowed<T>(
  wait: ClientPorts['wait'],
  attempt: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (tries === LIMIT_TRIES || !isOverLimit(error) || signal?.aborted) throw error;
      await wait(Math.min(error.retryAfterSeconds ?? 1, LIMIT_WAIT_SECONDS) * 1000);
    }
  }
}

/** A form can carry neither null nor an empty list. */
const isOnlyInJson = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0);

/** The body of a call. */
function bodyOf(call: AnyCall, input: Input): Pick<Request, 'fields' | 'json'> {
  const sent = shortenAddresses(input);
  const encoded = encode(call.body, sent as never) as Readonly<Record<string, unknown>>;
  if (Object.values(encoded).some(isOnlyInJson)) return { fields: [], json: JSON.stringify(encoded) };
  const fields = formFields(call.body, sent as never);
  return { fields: fields.map(([name, value]) => [name, value instanceof Blob ? value : toFormText(value)]) };
}

/** What carries a token, or asks for one. All else has nothing that is worth a signature. */
const isSigned = (call: AnyCall, token: AuthToken | null) =>
  call.unsigned !== true && (token !== null || call.tag === 'Session');

function createSend(ports: ClientPorts) {
  async function sendOnce(call: AnyCall, input: Input, token: AuthToken | null, sending?: Sending): Promise<unknown> {
    const isFile = call.size === 'file';
    const unsigned = {
      url: addressOf(call, input),
      method: call.method,
      ...bodyOf(call, input),
      timeoutMs: timeoutOf(call),
      ...(call.outlivesPage && { outlivesPage: true }),
      ...(call.revalidated && { revalidated: true }),
    };
    // Each time with the present time, because a signature is good for some minutes only.
    const makeRequest = async (): Promise<Request> => {
      const request = { ...unsigned, headers: headersOf(ports, token) };
      return isSigned(call, token) ? ports.sign(request) : request;
    };
    if (call.answer === 'bytes')
      return readBytes(call, await ports.exchangeBytes(makeRequest, sending).catch(noAnswer));
    const request = await makeRequest();
    const answering = isFile ? ports.exchangeFile(request, sending) : exchange(ports.fetch, request);
    return readAnswer(call, await answering.catch(noAnswer));
  }

  return async (...sent: Parameters<typeof sendOnce>): Promise<unknown> => {
    const aheadMs = ports.clock.aheadMs();
    try {
      return await sendOnce(...sent);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.error === 'signatureMissing') ports.onUnsigned(error.message);
      if (error.now === undefined) throw error;
      // A device with a wrong clock goes by the server's. The refusal of another request may have corrected it before.
      ports.clock.correct(error.now);
      if (ports.clock.aheadMs() === aheadMs) throw error;
      return sendOnce(...sent);
    }
  };
}

/** Refusals of the request as it was made, which say nothing about the session. */
const isAboutRequest = ({ error }: ApiError) => error === 'signatureMissing' || error === 'badTimestamp';

/** The server refuses the token itself. */
const isRefusal = (error: unknown) =>
  error instanceof ApiError && error.code >= 400 && error.code < 500 && error.code !== 429 && !isAboutRequest(error);

/** Refreshes the token pair, in one tab for all: other tabs wait and use its result. */
function createRefresh(ports: ClientPorts, renew: (token: AuthToken) => Promise<boolean>): () => Promise<boolean> {
  let isRefreshing = false;

  /** Polls every 50 ms, ten times, while another caller refreshes. */
  async function waitForRefresh(): Promise<boolean> {
    for (let tries = 0; tries < REFRESH_WAIT_TRIES; tries += 1) {
      await ports.wait(REFRESH_WAIT_MS);
      if (!isRefreshing) return true;
    }
    return false;
  }

  /**
   * The token that another tab has stored. It may become visible after that tab's lock is released (browsers guarantee no order
   * between the two). If the other tab had no answer and stored nothing, the old token is still there at the end.
   */
  async function readStoredToken(used: AuthToken): Promise<AuthToken | null> {
    for (let tries = 0; tries < REFRESH_WAIT_TRIES && ports.readToken()?.refreshToken === used.refreshToken; tries += 1)
      await ports.wait(REFRESH_WAIT_MS);
    return ports.readToken();
  }

  return async () => {
    if (isRefreshing) return waitForRefresh();
    const token = ports.readToken();
    if (!token) return false;
    isRefreshing = true;
    try {
      const isRenewed = await ports.withRefreshLock(async (hasWaited) => {
        const current = hasWaited ? await readStoredToken(token) : ports.readToken();
        return current?.refreshToken === token.refreshToken ? renew(token) : current !== null;
      });
      log(LogLevel.verbose, `refresh: ${isRenewed ? 'renewed' : 'not renewed'}`);
      return isRenewed;
    } finally {
      isRefreshing = false;
    }
  };
}

export function createClient<Calls extends Readonly<Record<string, AnyCall>>>(calls: Calls, ports: ClientPorts) {
  /** Sign-in and refresh send the API key even if an old token is present. */
  const tokenFor = (call: AnyCall) =>
    call.auth === 'bearer' || (call.auth === 'key' && call.tag !== 'Session') ? ports.readToken() : null;

  const send = createSend(ports);

  /** A refusal ends the session; a missing answer does not. */
  async function renew({ refreshToken: used }: AuthToken): Promise<boolean> {
    try {
      const input = { refreshToken: used, deviceId: ports.deviceId() };
      const requestToken = (call: AnyCall) => send(call, input, null) as Promise<AuthToken>;
      // If only the answer was lost, the token counts as used: shown later, the server would treat it as stolen.
      const renewed = await requestToken(firstRefresh).catch((error: unknown) => {
        if (error instanceof ApiError && error.code === NO_ANSWER) return requestToken(refreshToken);
        throw error;
      });
      // The user signed out meanwhile: leave no token behind.
      if (!ports.readToken()) return false;
      ports.writeToken(renewed);
      return true;
    } catch (error) {
      // Another tab may have signed in again or signed out meanwhile; a sign-out there ends this session too.
      const current = ports.readToken();
      if (isRefusal(error) && (!current || current.refreshToken === used)) ports.onSessionOver();
      return false;
    }
  }

  const refresh = createRefresh(ports, renew);

  /**
   * Replaces the session. The former session ends for all tabs: until the new one is stored, no tab may treat that as a sign-out.
   */
  async function replaceSession(call: AnyCall, input: Input, token: AuthToken): Promise<unknown> {
    let newLogin: Login | undefined;
    await ports.withRefreshLock(async () => {
      // Another tab may have renewed the token.
      newLogin = (await send(call, input, ports.readToken() ?? token)) as Login;
      ports.writeToken(newLogin.token);
      return true;
    });
    if (!newLogin) throw new ApiError({ code: NO_ANSWER, error: null, message: '' });
    return newLogin;
  }

  async function request(call: AnyCall, input: Input = {}, sending?: Sending): Promise<unknown> {
    const token = tokenFor(call);
    if (call.auth === 'bearer' && !token) {
      // Another tab has signed out.
      log(LogLevel.error, 'your not authenticated');
      ports.onSessionOver();
      throw new ApiError({ code: UNAUTHORIZED, error: 'notSignedIn', message: '' });
    }
    const sendOnce = (shown: AuthToken | null) =>
      shown && replacesSession(call) ? replaceSession(call, input, shown) : send(call, input, shown, sending);
    const sendWithRetry = (shown: AuthToken | null) =>
      retryWhenAllowed(ports.wait, () => sendOnce(shown), sending?.signal);
    try {
      return await sendWithRetry(token);
    } catch (error) {
      if (!token || !(error instanceof ApiError) || error.code !== 401 || isAboutRequest(error)) throw error;
      const current = ports.readToken();
      // Another tab signed out during the request.
      if (!current) ports.onSessionOver();
      const isRenewed = current?.token !== token.token || (await refresh());
      const renewed = ports.readToken();
      if (!isRenewed || !renewed) throw error;
      return sendWithRetry(renewed);
    }
  }

  const api = Object.fromEntries(
    Object.entries(calls).map(([name, call]) => [name, request.bind(null, call)]),
  ) as unknown as Client<Calls>;
  return { api, request, refresh };
}
