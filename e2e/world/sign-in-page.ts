/** Runs in a page: signs in with the web app's own modules, without its screens. */
import * as z from 'zod/mini';
import { api, getConfig, loadConfig, session, thisDevice } from '../../apps/web/src/platform';

/** The Content-Security-Policy forbids `eval`, which zod would use for speed. */
z.config({ jitless: true });

const steps = {
  /** @returns the code of the user's first customer company, for which a sign-in code was mailed */
  async askForCode(email: string): Promise<string> {
    await loadConfig();
    const { deviceId } = thisDevice();
    const [customer] = await api.checkEmail({ email, deviceId, appCode: getConfig().appCode });
    if (!customer) throw new Error(`${email} belongs to no company`);
    await api.confirmCode({ email, customCode: customer.code, deviceId });
    return customer.code;
  },
  async enterCode(email: string, customCode: string, password: string): Promise<void> {
    await session.save(await api.signIn({ email, customCode, password, ...thisDevice() }));
  },
};
export type SignInSteps = typeof steps;

Object.assign(globalThis, { signInSteps: steps });
