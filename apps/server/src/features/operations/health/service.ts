import type { CallData, getHealth } from '@earth/contracts';
import type { Context } from '../../../context';
import { NODE_LEASE_MS } from '../../../host/nodes';
import type { Principal } from '../../../http/principal';
import { requireServerAdmin } from '../../identity/companies';
import { checkShared } from './shared-checks';
import * as store from './store';

/** @throws ApiError `notAllowed` */
export async function healthOf(context: Context, principal: Principal): Promise<CallData<typeof getHealth>> {
  await requireServerAdmin(context, principal);
  const { clock, db, nodeId } = context;
  const found = await store.findServers(db, new Date(clock.now().getTime() - NODE_LEASE_MS));
  const reports = found.map(({ id, health, devices }) =>
    health ? { ...health, id, devices, isThis: id === nodeId } : null,
  );
  return { ...(await checkShared(context, reports)), servers: reports.filter((one) => one !== null) };
}
