/** Sign-in without a browser: the same three calls as the web app. */
import type { TestServer } from './server';

export interface SignInTimes {
  readonly checkEmail: number;
  readonly confirmCode: number;
  readonly token: number;
}

interface Device {
  readonly email: string;
  readonly customCode: string;
  readonly deviceId: string;
}

/** @returns the duration of each call in ms, and the credentials; rejects if a call is refused */
export async function signInByApi(
  server: TestServer,
  { email, customCode, deviceId }: Device,
): Promise<SignInTimes & { readonly accessToken: string }> {
  const config = (await (await fetch(`${server.url}/config.json`)).json()) as { apiKey: string; appCode: string };

  async function post(flag: string, body: object): Promise<{ ms: number; text: string }> {
    const start = performance.now();
    const answer = await fetch(`${server.url}/services/auth?${flag}`, {
      method: 'POST',
      headers: {
        'X-Api-Key': config.apiKey,
        'X-Device-Id': deviceId,
        'X-Timestamp': new Date().toISOString(),
        'Content-Type': 'application/json',
      },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${flag}: ${text}`);
    return { ms: performance.now() - start, text };
  }

  const known = await server.countCodes(email);
  const checkEmail = await post('checkEmail', { email, deviceId, appCode: config.appCode });
  const confirmCode = await post('confirmCode', { email, customCode, deviceId });
  const password = await server.nextCode(email, known);
  const token = await post('token', { customCode, email, password, deviceId, appOs: 'web', model: 'test' });
  const { data } = JSON.parse(token.text) as { data: { Token: { Token: string } } };
  return { checkEmail: checkEmail.ms, confirmCode: confirmCode.ms, token: token.ms, accessToken: data.Token.Token };
}
