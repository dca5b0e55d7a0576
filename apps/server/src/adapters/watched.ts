/** The adapters of other systems, watched: what is called, how long it takes and whether it fails. No addresses, names of files or texts. */
import type { Watch } from '../host/watch';
import type { Blobs } from './blobs/blobs';
import type { LeadAddress } from './leads/lead-address';
import type { Mail } from './mail/mail';
import type { Outside } from './push/outside';
import type { PushAdapter, PushAdapters } from './push/push-adapter';

/** The first part of a key: `calls`, `rooms` and the like. */
const areaOf = (key: string) => ({ 'files.area': key.split('/')[0] ?? '' });

export function watchBlobs<Store extends Blobs>(blobs: Store, watch: Watch): Store {
  return {
    ...blobs,
    write: (key, bytes) =>
      watch.run('files', 'files write', () => blobs.write(key, bytes), { attributes: areaOf(key) }),
    read: (key) => watch.run('files', 'files read', () => blobs.read(key), { attributes: areaOf(key) }),
    // Until the first byte: how long the rest takes is the reader's doing.
    stream: (key, part) =>
      watch.run('files', 'files stream', () => blobs.stream(key, part), { attributes: areaOf(key) }),
    size: (key) => watch.run('files', 'files size', () => blobs.size(key), { attributes: areaOf(key) }),
    delete: (key) => watch.run('files', 'files delete', () => blobs.delete(key), { attributes: areaOf(key) }),
  };
}

export const watchMail = (mail: Mail, watch: Watch): Mail => ({
  send: (message) => watch.run('mail', 'mail send', () => mail.send(message)),
});

export function watchPush({ of, close }: PushAdapters, watch: Watch): PushAdapters {
  const watched = Object.entries(of).map(([kind, adapter]: [string, PushAdapter]): [string, PushAdapter] => [
    kind,
    {
      send: (to, payload, signal) =>
        watch.run('push', `push ${kind}`, () => adapter.send(to, payload, signal), {
          isFailed: ({ outcome }) => outcome === 'refused' || outcome === 'later',
        }),
    },
  ]);
  return { of: Object.fromEntries(watched), close };
}

/** Of what is sent to others, webhooks: they alone post. */
export const watchOutside = (outside: Outside, watch: Watch): Outside => ({
  post: (url, posted) =>
    watch.run('webhooks', 'webhook POST', () => outside.post(url, posted), {
      isFailed: ({ status }) => status < 200 || status >= 300,
    }),
  fetch: (url, fetched) => outside.fetch(url, fetched),
  texts: (hostname, signal) => outside.texts(hostname, signal),
  close: () => outside.close(),
});

export const watchLeads = (address: LeadAddress, watch: Watch): LeadAddress => ({
  send: (id, text, signal) =>
    watch.run('leads', 'lead POST', () => address.send(id, text, signal), { isFailed: (why) => why !== null }),
});
