/** What requests of calls read. Questions that come at the same time are answered together: under load each costs a part of a query. */
import type { Contact } from '@earth/contracts';
import { createBatcher } from '../../../async/batcher';
import type { Context } from '../../../context';
import { isAboutData } from '../../../db/query-error';
import { contactViews } from '../../identity/contacts';
import { findConnectedDevices } from '../../identity/sessions';
import { reachedByPush } from '../push';
import * as store from './store';
import type { Device } from './transitions';

export type Contacts = ReadonlyMap<string, Contact>;

type Companies = Awaited<ReturnType<typeof store.findCompanies>>;

export interface CallReaders {
  /** Contacts by id, with their present state. */
  contacts(ids: readonly string[]): Promise<Contacts>;
  /** Those contacts who can be notified of a call by push; there may be others in the set. */
  reached(ids: readonly string[]): Promise<ReadonlySet<string>>;
  company(id: string): Promise<ReturnType<Companies['get']>>;
  /** The devices of a contact that have a socket open. */
  connected(contactId: string): Promise<ReadonlySet<string>>;
}

const together = <Request, Result>(read: (requests: readonly Request[]) => Promise<readonly Result[]>) =>
  createBatcher(read, { isOfOneRequest: isAboutData });

const allOf = (lists: readonly (readonly string[])[]) => [...new Set(lists.flat())];

export const createCallReaders = (context: Context): CallReaders => ({
  contacts: together(async (lists: readonly (readonly string[])[]) => {
    const views = await contactViews(context, allOf(lists));
    return lists.map((ids) => new Map(ids.flatMap((id) => (views.has(id) ? [[id, views.get(id) as Contact]] : []))));
  }),
  reached: together(async (lists: readonly (readonly string[])[]) => {
    const reached = await reachedByPush(context, allOf(lists));
    return lists.map(() => reached);
  }),
  company: together(async (ids: readonly string[]) => {
    const companies = await store.findCompanies(context.db, [...new Set(ids)]);
    return ids.map((id) => companies.get(id));
  }),
  connected: together((contactIds: readonly string[]) => findConnectedDevices(context, contactIds)),
});

/** @returns a function that finds the open calls that a device is in */
export const createCallsOf = ({ db }: Pick<Context, 'db'>): ((device: Device) => Promise<readonly string[]>) =>
  together((devices: readonly Device[]) => store.findCallsOfDevices(db, devices));
