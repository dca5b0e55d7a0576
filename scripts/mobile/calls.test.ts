/** What the projects declare for calls that ring by the phone. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DOMParser, type Element } from '@xmldom/xmldom';
import { expect, test } from 'vitest';
import { ROOT } from '../run.mjs';

const read = (path: string) => readFileSync(join(ROOT, 'apps/mobile', path), 'utf8');
const documentOf = (path: string) => new DOMParser().parseFromString(read(path), 'text/xml').documentElement;
const elements = (parent: Element | null, name: string) => [...(parent?.getElementsByTagName(name) ?? [])];
const nameOf = (element: Element) => element.getAttribute('android:name') ?? '';

const manifest = documentOf('android/app/src/main/AndroidManifest.xml');

test('Firebase gives its messages to one service, ours, which is a subclass of that of Capacitor’s plugin', () => {
  const takesMessages = elements(manifest, 'service').filter((service) =>
    elements(service, 'action').some((action) => nameOf(action) === 'com.google.firebase.MESSAGING_EVENT'),
  );
  expect(takesMessages.map(nameOf)).toEqual(['.calls.CallMessagingService']);
  const removed = elements(manifest, 'service').filter((service) => service.getAttribute('tools:node') === 'remove');
  const plugin = readFileSync(
    join(ROOT, 'node_modules/@capacitor/push-notifications/android/src/main/AndroidManifest.xml'),
    'utf8',
  );
  expect(removed.map(nameOf)).toEqual(['com.capacitorjs.plugins.pushnotifications.MessagingService']);
  for (const service of removed) expect(plugin).toContain(nameOf(service));
});

test('the service of calls has the types, and the permissions for them, without which Android ends the app', () => {
  const types = elements(manifest, 'service')
    .map((service) => service.getAttribute('android:foregroundServiceType'))
    .find(Boolean);
  expect(types?.split('|')).toEqual(['phoneCall', 'microphone']);
  const permissions = elements(manifest, 'uses-permission').map((one) =>
    nameOf(one).replace('android.permission.', ''),
  );
  expect(permissions).toEqual(
    expect.arrayContaining([
      'FOREGROUND_SERVICE',
      'FOREGROUND_SERVICE_PHONE_CALL',
      'FOREGROUND_SERVICE_MICROPHONE',
      'MANAGE_OWN_CALLS',
      'POST_NOTIFICATIONS',
      'USE_FULL_SCREEN_INTENT',
    ]),
  );
});

test('nobody else can start or end a call: only Telecom binds to what is exported', () => {
  const exported = [...elements(manifest, 'service'), ...elements(manifest, 'receiver')].filter(
    (one) => one.getAttribute('android:exported') === 'true',
  );
  expect(exported.map((one) => [nameOf(one), one.getAttribute('android:permission')])).toEqual([
    ['.calls.CallConnectionService', 'android.permission.BIND_TELECOM_CONNECTION_SERVICE'],
  ]);
});

test('the phone’s own words about calls are in both languages', () => {
  const keys = (folder: string) =>
    elements(documentOf(`android/app/src/main/res/${folder}/calls.xml`), 'string').map((one) =>
      one.getAttribute('name'),
    );
  expect(keys('values-it')).toEqual(keys('values'));
  expect(keys('values').length).toBeGreaterThan(5);
});

test('on iOS the app is woken by calls, and its sound goes on in the background', () => {
  const [, modes = ''] =
    /<key>UIBackgroundModes<\/key>\s*<array>([\s\S]*?)<\/array>/.exec(read('ios/App/App/Info.plist')) ?? [];
  expect([...modes.matchAll(/<string>(\w+)<\/string>/g)].map(([, mode]) => mode)).toEqual(['audio', 'voip']);
});
